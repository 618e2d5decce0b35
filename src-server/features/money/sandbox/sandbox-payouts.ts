import type { World } from '#server/core/context.ts'
import { toIso } from '#server/shared/day.ts'
import type { Minor } from '#server/shared/money/money.ts'
import {
  type BalanceAccount,
  lockBalanceAccount,
  sumBalances,
  sumPending,
} from '../balance.queries.ts'
import { type EntryDraft, MAIN_BALANCE } from '../entry-draft.rules.ts'
import {
  assignEntries,
  findUnfilledPayout,
  hasNewMoney,
  insertPayout,
  listInTransit,
  type StoredPayout,
  sumContents,
  updatePayout,
} from '../reading/payout-store.queries.ts'
import { recordPayout } from '../reading/record-payout.ts'
import { storeEntries } from '../reading/store-entries.ts'
import { ARRIVES_AFTER_MS, isRefusedByBank } from './sandbox-entries.rules.ts'

/** The part of the world that the sandbox's payouts need; the writing thread has it too. */
export type PayoutWorld = Pick<
  World,
  'db' | 'dialect' | 'now' | 'newId' | 'publishChange' | 'log' | 'wakeMailWorker'
>

/** Maximum number of entries that one transaction assigns to a payout. */
const ENTRIES_PER_BATCH = 500

type PayoutRequest = { currency: string; availableUntil: string; isAutomatic: boolean }

/**
 * Pays out everything that is available in a currency, and assigns the first entries. Returns undefined when nothing
 * is available. Call it in a transaction that has locked the account, while no other payout is being filled.
 */
export async function payOut(
  world: PayoutWorld,
  account: BalanceAccount,
  { currency, availableUntil, isAutomatic }: PayoutRequest,
): Promise<StoredPayout | undefined> {
  const amount = await availableIn(world, account, { currency, at: availableUntil })
  if (amount <= 0) return undefined
  const { merchantId, id: balanceAccountId, processor } = account
  const contents = { merchantId, balanceAccountId, currency, availableUntil }
  // A failed payout waits for new money, or for a person: retried every day, it would fail every day.
  if (isAutomatic && !(await hasNewMoney(world.db, contents))) return undefined
  const createdAt = toIso(world.now())
  const id = world.newId('pyo')
  const payout = await insertPayout(world.db, {
    ...contents,
    id,
    processor,
    ref: id,
    status: 'pending',
    amount,
    arrivalAt: toIso(world.now() + ARRIVES_AFTER_MS),
    traceId: null,
    bankLast4: '0000',
    isAutomatic: isAutomatic ? 1 : 0,
    failureReason: null,
    contents: 'pending',
    createdAt,
    updatedAt: createdAt,
  })
  const filled = await fillPayout(world, account, payout)
  await storeEntries(world, account, [payoutEntry(filled, 'payout', createdAt)])
  return filled
}

/** Returns the amount that is available at an instant, in hundredths. */
export async function availableIn(
  { db }: Pick<World, 'db'>,
  { merchantId, id: balanceAccountId }: BalanceAccount,
  { currency, at }: { currency: string; at: string },
): Promise<Minor> {
  const sums = await sumBalances(db, { merchantId })
  const pending = await sumPending(db, { merchantId, balanceAccountId, after: at })
  const main = sums.filter(
    (sum) => sum.balanceAccountId === balanceAccountId && sum.balanceType === MAIN_BALANCE,
  )
  const amountOf = (rows: readonly { currency: string; amount: Minor }[]) =>
    rows.filter((row) => row.currency === currency).reduce((all, row) => all + row.amount, 0)
  return amountOf(main) - amountOf(pending)
}

const payoutEntry = (
  { id, amount, currency }: StoredPayout,
  type: 'payout' | 'payout_failure',
  at: string,
): EntryDraft => {
  const net = type === 'payout' ? -amount : amount
  return {
    ref: `${type}:${id}`,
    type,
    rawType: type,
    balanceType: MAIN_BALANCE,
    amount: net,
    fee: 0,
    net,
    currency,
    feeDetails: [],
    // The money of a failed payout belongs to the next payout.
    payoutId: type === 'payout' ? id : null,
    sourceRef: id,
    createdAt: at,
    availableAt: at,
  }
}

/** Assigns entries to a payout, and marks the payout as in transit after the last entry. Call it in a transaction. */
async function fillPayout(
  world: PayoutWorld,
  { merchantId, id: balanceAccountId }: BalanceAccount,
  payout: StoredPayout,
): Promise<StoredPayout> {
  const { id, currency, availableUntil } = payout
  if (availableUntil === null) throw new Error('a payout without a limit cannot be filled')
  const limit = ENTRIES_PER_BATCH
  const contents = { merchantId, balanceAccountId, currency, availableUntil, limit }
  const assigned = await assignEntries(world.db, id, contents)
  const updatedAt = toIso(world.now())
  if (assigned === limit) {
    const entryCount = Number(payout.entryCount) + assigned
    return updatePayout(world.db, payout, { entryCount, updatedAt })
  }
  const { count, net } = await sumContents(world.db, payout)
  if (net !== payout.amount) {
    throw new Error(`the entries of the payout ${id} add up to ${net}, not to ${payout.amount}`)
  }
  return updatePayout(world.db, payout, {
    entryCount: count,
    contents: 'complete',
    status: 'in_transit',
    updatedAt,
  })
}

/** Assigns the next entries to the payout that is being filled. Returns whether entries are left to assign. */
export async function continueFilling(
  world: PayoutWorld,
  account: BalanceAccount,
): Promise<boolean> {
  const locked = await lockBalanceAccount(world, account)
  const key = { merchantId: locked.merchantId, balanceAccountId: locked.id }
  const payout = await findUnfilledPayout(world.db, key)
  if (!payout) return false
  return (await fillPayout(world, locked, payout)).contents === 'pending'
}

/** Ends the payouts whose time of arrival has passed: the bank accepts or refuses them. */
export async function arrivePayouts(world: PayoutWorld, account: BalanceAccount): Promise<void> {
  const { merchantId, id: balanceAccountId } = await lockBalanceAccount(world, account)
  const payouts = await listInTransit(world.db, { merchantId, balanceAccountId })
  const now = toIso(world.now())
  for (const payout of payouts) {
    if (payout.arrivalAt === null || payout.arrivalAt > now) continue
    const isRefused = isRefusedByBank(payout.amount)
    await recordPayout(world, payout, {
      status: isRefused ? 'failed' : 'paid',
      failureReason: isRefused ? 'account_closed' : null,
      traceId: isRefused ? null : payout.id.replace('pyo_', 'SANDBOX'),
    })
    if (isRefused) await storeEntries(world, account, [payoutEntry(payout, 'payout_failure', now)])
  }
}
