import { inTransaction, type World } from '#server/core/context.ts'
import type { MoneyAccess, ReportedPayout } from '#server/core/ports/money-access.ts'
import { lockMerchantById } from '#server/features/merchants/lock-merchant.ts'
import { openSecret } from '#server/services/processors/account-secrets.ts'
import { findProcessorAccount } from '#server/services/processors/processor-accounts.queries.ts'
import { toIso } from '#server/shared/day.ts'
import {
  type BalanceAccount,
  findAccountById,
  lockBalanceAccount,
  updateBalanceAccount,
} from '../balance.queries.ts'
import { findPayout } from '../payouts.queries.ts'
import { assignByRef, findPayoutsByRef, listIncompletePayouts } from './link-entries.queries.ts'
import { linkEntries } from './link-entries.ts'
import {
  insertPayout,
  type StoredPayout,
  sumContents,
  updatePayout,
} from './payout-store.queries.ts'
import { announcePayout, recordPayout } from './record-payout.ts'
import { storeEntries } from './store-entries.ts'

/** Pages that one lease reads of a list. After them the account yields to other accounts. */
const PAGES_PER_LEASE = 10
const READ_AGAIN_MS = 5 * 60_000

type Reader = { account: BalanceAccount; money: MoneyAccess; secretKey: string }

/**
 * Reads an account's payouts, entries, contents of payouts and balance from its processor. Cursors are stored with the
 * rows of their page, so that a crash loses and doubles nothing. Returns when the account is due again; null when it
 * was disconnected and its key deleted.
 */
export async function readProcessor(world: World, account: BalanceAccount): Promise<string | null> {
  const reader = await openReader(world, account)
  if (!reader) return null
  const hasPayouts = await readPages(PAGES_PER_LEASE, () => readPayoutPage(world, reader))
  // An entry of a payout names it, so payouts come first.
  const hasEntries =
    hasPayouts && (await readPages(PAGES_PER_LEASE, () => readEntryPage(world, reader)))
  if (!hasEntries) return toIso(world.now())
  const key = { merchantId: account.merchantId, balanceAccountId: account.id }
  for (const payout of await listIncompletePayouts(world.db, key)) {
    await readPages(PAGES_PER_LEASE, () => readContentsPage(world, reader, payout))
  }
  const balance = await reader.money.readBalance(reader.secretKey)
  await updateBalanceAccount(world.db, account, { reported: JSON.stringify(balance) })
  return toIso(world.now() + READ_AGAIN_MS)
}

async function openReader(world: World, account: BalanceAccount): Promise<Reader | undefined> {
  const { merchantId, accountId, processor } = account
  const { money } = world.processors.named(processor).accounts ?? {}
  if (accountId === null || !money) return undefined
  const keys = await findProcessorAccount(world.db, { merchantId, id: accountId })
  if (!keys || keys.secretKey === null) return undefined
  return { account, money, secretKey: openSecret(world.secretBox, keys, 'secretKey') }
}

/** Reads at most `limit` pages. Returns whether the last page was read. */
async function readPages(limit: number, read: () => Promise<boolean>): Promise<boolean> {
  for (let page = 0; page < limit; page++) {
    if (!(await read())) return true
  }
  return false
}

/** Reads a page of entries. Returns whether there are more. */
async function readEntryPage(
  world: World,
  { account, money, secretKey }: Reader,
): Promise<boolean> {
  const { entryCursor } = await findAccountById(world.db, account)
  const page = await money.readEntries(secretKey, entryCursor)
  await inTransaction(world, async (inner) => {
    const locked = await lockBalanceAccount(inner, account)
    // Another process took over after this one's lease expired: it has read the page.
    if (locked.entryCursor !== entryCursor) return
    // Oldest first, so that the order of the ids is that of the entries.
    await storeEntries(inner, locked, await linkEntries(inner, locked, page.rows.toReversed()))
    await updateBalanceAccount(inner.db, locked, { entryCursor: page.cursor })
  })
  return page.isMore
}

/** Reads a page of payouts. Returns whether there are more. */
async function readPayoutPage(
  world: World,
  { account, money, secretKey }: Reader,
): Promise<boolean> {
  const { payoutCursor } = await findAccountById(world.db, account)
  const page = await money.readPayouts(secretKey, payoutCursor)
  await inTransaction(world, async (inner) => {
    await lockMerchantById(inner, account)
    const locked = await lockBalanceAccount(inner, account)
    if (locked.payoutCursor !== payoutCursor) return
    const { merchantId, processor } = locked
    const names = page.rows.map(({ ref }) => ref)
    const known = await findPayoutsByRef(inner, { merchantId, processor, names })
    const ids = new Map(known.map(({ ref, id }) => [ref, id]))
    for (const payout of page.rows.toReversed()) {
      await storePayout(inner, locked, { payout, id: ids.get(payout.ref) })
    }
    await updateBalanceAccount(inner.db, locked, { payoutCursor: page.cursor })
  })
  return page.isMore
}

async function storePayout(
  world: World,
  account: BalanceAccount,
  { payout, id }: { payout: ReportedPayout; id: string | undefined },
): Promise<void> {
  const { merchantId, id: balanceAccountId, processor } = account
  const { contents, createdAtMs, arrivalAtMs, isAutomatic, ...columns } = payout
  const times = {
    createdAt: toIso(createdAtMs),
    arrivalAt: arrivalAtMs === null ? null : toIso(arrivalAtMs),
  }
  const stored = id === undefined ? undefined : await findPayout(world.db, { merchantId, id })
  if (!stored) {
    const row = await insertPayout(world.db, {
      ...columns,
      ...times,
      merchantId,
      id: world.newId('pyo'),
      balanceAccountId,
      processor,
      isAutomatic: isAutomatic ? 1 : 0,
      availableUntil: null,
      contents: contents === 'unavailable' ? 'unavailable' : 'pending',
      updatedAt: toIso(world.now()),
    })
    // Payouts from before the connection are not announced.
    if (times.createdAt >= account.createdAt) await announcePayout(world, row)
    return
  }
  const { status, failureReason, traceId, bankLast4 } = payout
  const { arrivalAt } = times
  const outcome = { status, failureReason, traceId, bankLast4, arrivalAt }
  const isSame = Object.entries(outcome).every(
    ([name, value]) => stored[name as keyof typeof outcome] === value,
  )
  if (!isSame) await recordPayout(world, stored, outcome)
}

/** Reads a page of the entries that a payout consists of. Returns whether there are more. */
async function readContentsPage(
  world: World,
  { account, money, secretKey }: Reader,
  { id, ref }: StoredPayout,
): Promise<boolean> {
  const { merchantId, processor } = account
  const before = await findPayout(world.db, { merchantId, id })
  if (!before || before.contents !== 'pending') return false
  const page = await money.readContents(secretKey, ref, before.contentsCursor)
  await inTransaction(world, async (inner) => {
    await lockBalanceAccount(inner, account)
    await assignByRef(inner, { merchantId, processor, names: page.rows, payoutId: id })
    const { count, net } = await sumContents(inner.db, before)
    // Entries may be missing until the processor has completed its list; then all of it is read again.
    const isComplete = !page.isMore && net === before.amount && count > 0
    await updatePayout(inner.db, before, {
      entryCount: count,
      contentsCursor: page.isMore ? page.cursor : null,
      ...(isComplete && { contents: 'complete' }),
    })
  })
  return page.isMore
}
