import type { SandboxOpenItemRow } from '#db/tables/balance-tables.ts'
import { inTransaction, type World } from '#server/core/context.ts'
import type { HasTime } from '#server/core/work/time-slices.ts'
import { lockMerchantById } from '#server/features/merchants/lock-merchant.ts'
import { toIso } from '#server/shared/day.ts'
import {
  type BalanceAccount,
  listBalanceAccounts,
  lockBalanceAccount,
  sumBalances,
  updateBalanceAccount,
} from '../balance.queries.ts'
import { findUnfilledPayout, listInTransit } from '../reading/payout-store.queries.ts'
import { storeEntries } from '../reading/store-entries.ts'
import { disputeIdOf } from './dispute-consequence.ts'
import {
  entriesOfDispute,
  entriesOfPayment,
  entriesOfRefund,
  type ItemEntries,
  nextPayoutMs,
} from './sandbox-entries.rules.ts'
import {
  deleteOpenItems,
  findDisputes,
  findNextCheck,
  findPayments,
  findRefunds,
  listDueItems,
  listPayments,
  listRefunds,
  type Position,
  putOpenItems,
} from './sandbox-items.queries.ts'
import { arrivePayouts, continueFilling, payOut } from './sandbox-payouts.ts'

/** Maximum number of payments, and of refunds, that one transaction reads. */
const ROWS_PER_BATCH = 100
/** Pause before the next batches of a long history: test payments arrive faster than they need to be booked. */
export const PAUSE_MS = 1000
/** Younger payments are read later: their transactions may still be open. */
export const READ_BEHIND_MS = 10_000
/** Shortest and longest pause before a payment or refund that may still change is read again. */
const FIRST_CHECK_MS = 5000
const LONGEST_CHECK_MS = 15 * 60_000

/**
 * Runs the sandbox work that is due for a merchant: records balance entries for payments, refunds and disputes, then
 * creates payouts and marks them as arrived. Each step is a transaction of bounded size. Returns the time at which the
 * account is due again; null when it waits for a payment.
 */
export async function runSandboxWork(
  world: World,
  account: BalanceAccount,
  hasTime: HasTime,
): Promise<string | null> {
  let isMore = true
  while (isMore && hasTime()) {
    isMore = await inTransaction(world, (inner) => runNextSandboxStep(inner, account))
  }
  if (isMore) return toIso(world.now() + PAUSE_MS)
  return findNextDue(world, account)
}

/** Fills a payout, or else reads new items and pays out what is due. Returns whether more is to be done at once. */
async function runNextSandboxStep(world: World, leased: BalanceAccount): Promise<boolean> {
  // Storing a payout's event locks the merchant, and the lock order requires merchants before balance accounts.
  await lockMerchantById(world, leased)
  const account = await lockBalanceAccount(world, leased)
  const key = { merchantId: account.merchantId, balanceAccountId: account.id }
  // No entry is added while a payout is being filled: its amount is already fixed.
  if (await findUnfilledPayout(world.db, key)) return continueFilling(world, account)
  if (await readItems(world, account)) return true
  await arrivePayouts(world, account)
  return payOutDaily(world, account)
}

const START: Position = { createdAt: '', id: '' }

const positionOf = (text: string | null): Position =>
  text === null ? START : { createdAt: text.slice(0, 24), id: text.slice(25) }

const textOf = ({ createdAt, id }: Position): string => `${createdAt} ${id}`

type Item = { kind: SandboxOpenItemRow['kind']; id: string; processor: string; caused: ItemEntries }

/**
 * Reads new payments and refunds, and due items: open payments and refunds, and changes of disputes. Returns whether
 * more of them may be unread.
 */
async function readItems(world: World, account: BalanceAccount): Promise<boolean> {
  const { db, now, config } = world
  const { merchantId } = account
  const range = { merchantId, before: toIso(now() - READ_BEHIND_MS), limit: ROWS_PER_BATCH }
  const payments = await listPayments(db, { ...range, after: positionOf(account.paymentPosition) })
  const refunds = await listRefunds(db, { ...range, after: positionOf(account.refundPosition) })
  const due = await listDueItems(db, { merchantId, now: toIso(now()), limit: ROWS_PER_BATCH })
  const idsOf = (kind: Item['kind']) =>
    due.filter((item) => item.kind === kind).map(({ objectId }) => objectId)
  const duePayments = await findPayments(world, { merchantId, ids: idsOf('payment') })
  const dueRefunds = await findRefunds(world, { merchantId, ids: idsOf('refund') })
  const disputeIds = [...new Set(idsOf('dispute').map(disputeIdOf))]
  const disputes = await findDisputes(world, { merchantId, ids: disputeIds })
  const items: Item[] = [
    ...[...payments, ...duePayments].map((row) => ({
      kind: 'payment' as const,
      id: row.id,
      processor: row.processor,
      caused: entriesOfPayment(row, config.sandboxSettlementMs),
    })),
    ...[...refunds, ...dueRefunds].map((row) => ({
      kind: 'refund' as const,
      id: row.id,
      processor: row.processor,
      caused: entriesOfRefund(row),
    })),
    // Each change of a dispute adds an item, so a dispute is never scheduled for another read.
    ...disputes.map((row) => ({
      kind: 'dispute' as const,
      id: row.id,
      processor: row.processor,
      caused: { entries: entriesOfDispute(row), isOpen: false },
    })),
  ].filter(({ processor }) => processor === account.processor)
  await storeEntries(
    world,
    account,
    items.flatMap(({ caused }) => caused.entries),
  )
  await scheduleItems(world, account, { items, due })
  const [lastPayment, lastRefund] = [payments.at(-1), refunds.at(-1)]
  if (lastPayment || lastRefund) {
    await updateBalanceAccount(db, account, {
      ...(lastPayment && { paymentPosition: textOf(lastPayment) }),
      ...(lastRefund && { refundPosition: textOf(lastRefund) }),
    })
  }
  return [payments, refunds, due].some((rows) => rows.length === ROWS_PER_BATCH)
}

type DueItem = Awaited<ReturnType<typeof listDueItems>>[number]

/**
 * Schedules the next read of payments and refunds that may still change, and removes payments and refunds that cannot
 * change any more.
 */
async function scheduleItems(
  { db, now }: World,
  { merchantId }: BalanceAccount,
  { items, due }: { items: readonly Item[]; due: readonly DueItem[] },
): Promise<void> {
  const nameOf = (kind: string, id: string) => `${kind} ${id}`
  const counts = new Map(due.map((row) => [nameOf(row.kind, row.objectId), row.checkCount + 1]))
  const open = items.filter(({ caused }) => caused.isOpen)
  const openNames = new Set(open.map(({ kind, id }) => nameOf(kind, id)))
  const rows = open.map(({ kind, id }) => {
    const checkCount = counts.get(nameOf(kind, id)) ?? 0
    const pauseMs = Math.min(FIRST_CHECK_MS * 2 ** Math.min(checkCount, 10), LONGEST_CHECK_MS)
    return { merchantId, kind, objectId: id, checkAt: toIso(now() + pauseMs), checkCount }
  })
  const byKey = rows.toSorted((one, other) =>
    nameOf(one.kind, one.objectId) < nameOf(other.kind, other.objectId) ? -1 : 1,
  )
  await putOpenItems(db, byKey)
  await deleteOpenItems(
    db,
    due.filter((row) => !openNames.has(nameOf(row.kind, row.objectId))),
  )
}

/** Makes the daily payouts when they are due. Returns whether a payout is still being filled. */
async function payOutDaily(world: World, account: BalanceAccount): Promise<boolean> {
  const nowMs = world.now()
  const dueAt = account.nextPayoutAt
  const next = toIso(nextPayoutMs(nowMs))
  if (dueAt === null || dueAt > toIso(nowMs)) {
    if (dueAt === null) await updateBalanceAccount(world.db, account, { nextPayoutAt: next })
    return false
  }
  for (const currency of await currenciesOf(world, account)) {
    const request = { currency, availableUntil: toIso(nowMs), isAutomatic: true }
    const payout = await payOut(world, account, request)
    // The next transaction fills this payout; the other currencies follow afterwards.
    if (payout?.contents === 'pending') return true
  }
  await updateBalanceAccount(world.db, account, { nextPayoutAt: next })
  return false
}

async function currenciesOf({ db }: World, account: BalanceAccount): Promise<string[]> {
  const sums = await sumBalances(db, { merchantId: account.merchantId })
  const sumsOfAccount = sums.filter(({ balanceAccountId }) => balanceAccountId === account.id)
  return [...new Set(sumsOfAccount.map(({ currency }) => currency))].toSorted()
}

/** Returns when the account is due again: for a payout, an arrival, or a payment that may still change. */
async function findNextDue(
  { db }: World,
  { merchantId, id }: BalanceAccount,
): Promise<string | null> {
  const check = await findNextCheck(db, { merchantId })
  const [arriving] = await listInTransit(db, { merchantId, balanceAccountId: id })
  const sums = await sumBalances(db, { merchantId })
  const hasMoney = sums.some((sum) => sum.balanceAccountId === id && sum.amount > 0)
  const accounts = await listBalanceAccounts(db, { merchantId })
  const payoutAt = hasMoney ? accounts.find((account) => account.id === id)?.nextPayoutAt : null
  const times = [check?.checkAt, arriving?.arrivalAt, payoutAt].filter(
    (at): at is string => typeof at === 'string',
  )
  return times.toSorted()[0] ?? null
}
