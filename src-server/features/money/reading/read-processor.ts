import { inTransaction, type World } from '#server/core/context.ts'
import type { MoneyAccess } from '#server/core/ports/money-access.ts'
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
import { type CallLimit, createCallLimit } from './call-limit.ts'
import { assignByRef, listIncompletePayouts } from './link-entries.queries.ts'
import { linkEntries } from './link-entries.ts'
import { type StoredPayout, sumContents, updatePayout } from './payout-store.queries.ts'
import { readPayments } from './read-payments.ts'
import { storeEntries } from './store-entries.ts'
import { storePayouts } from './store-payouts.ts'

const READ_AGAIN_MS = 5 * 60_000

/** A balance account with the access to its processor. */
export type Reader = { account: BalanceAccount; money: MoneyAccess; secretKey: string }

/**
 * Reads what a processor has of an account: payouts, entries, the contents of payouts, and the balance. Cursors are
 * stored with the rows of their page, so that a crash loses and doubles nothing. Calls at most as often as one lease
 * allows; the account then continues behind other accounts. Returns when it is due again; null when it was disconnected
 * and its key is gone.
 */
export async function readProcessor(world: World, account: BalanceAccount): Promise<string | null> {
  const reader = await openReader(world, account)
  if (!reader) return null
  const limit = createCallLimit()
  const hasPayouts = await readPages(limit, () => readPayoutPage(world, reader))
  let isForbidden = false
  // The entry of a payout refers to the stored payout, so payouts are read first.
  const hasEntries =
    hasPayouts &&
    (await readPages(limit, async () => {
      const page = await readEntryPage(world, reader)
      isForbidden = page.isForbidden
      return page.isMore
    }))
  if (!hasEntries) return toIso(world.now())
  const hasPayments =
    reader.money.readPaymentEntries === undefined || (await readPayments(world, reader, limit))
  const hasContents = await readContents(world, reader, limit)
  const balance = isForbidden ? null : await reader.money.readBalance(reader.secretKey)
  await updateBalanceAccount(world.db, account, {
    reported: balance && JSON.stringify(balance),
    missingPermission: isForbidden ? (reader.money.permission ?? null) : null,
  })
  // Missing entries of payments are read at once only if the list of entries is forbidden; otherwise the list brings
  // them.
  const isDone = hasContents && (hasPayments || !isForbidden)
  return toIso(world.now() + (isDone ? READ_AGAIN_MS : 0))
}

async function openReader(world: World, account: BalanceAccount): Promise<Reader | undefined> {
  const { merchantId, accountId, processor } = account
  const { money } = world.processors.named(processor).accounts ?? {}
  if (accountId === null || !money) return undefined
  const keys = await findProcessorAccount(world.db, { merchantId, id: accountId })
  if (!keys || keys.secretKey === null) return undefined
  return { account, money, secretKey: openSecret(world.secretBox, keys, 'secretKey') }
}

/** Reads pages until the last page, or until the limit. Returns whether the last page was read. */
async function readPages(limit: CallLimit, read: () => Promise<boolean>): Promise<boolean> {
  while (limit.has()) {
    limit.take()
    if (!(await read())) return true
  }
  return false
}

/** Reads a page of entries, and the payouts that they show. Returns whether there are more. */
async function readEntryPage(
  world: World,
  { account, money, secretKey }: Reader,
): Promise<{ isMore: boolean; isForbidden: boolean }> {
  const { entryCursor } = await findAccountById(world.db, account)
  const page = await money.readEntries(secretKey, entryCursor, world.now())
  if (page.isForbidden) return { isMore: false, isForbidden: true }
  const { payouts = [] } = page
  await inTransaction(world, async (inner) => {
    if (payouts.length > 0) await lockMerchantById(inner, account)
    const locked = await lockBalanceAccount(inner, account)
    // The lease of this process expired meanwhile, and another process has read the page.
    if (locked.entryCursor !== entryCursor) return
    await storePayouts(inner, locked, payouts)
    // Oldest first, so that ids have the same order as the entries.
    await storeEntries(inner, locked, await linkEntries(inner, locked, page.rows.toReversed()))
    await updateBalanceAccount(inner.db, locked, { entryCursor: page.cursor })
  })
  return { isMore: page.isMore, isForbidden: false }
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
    await storePayouts(inner, locked, page.rows)
    await updateBalanceAccount(inner.db, locked, { payoutCursor: page.cursor })
  })
  return page.isMore
}

/** Payouts whose contents one lease begins to read. */
const PAYOUTS_PER_LEASE = 20
/** Pages of a payout's contents that one lease reads before it turns to the next payout. */
const PAGES_PER_PAYOUT = 5

/**
 * Reads the contents of payouts that lack entries, in round robin, so that a payout that never completes does not delay
 * newer payouts. Returns false when the limit ended the reading while it made progress.
 */
async function readContents(world: World, reader: Reader, limit: CallLimit): Promise<boolean> {
  const { merchantId, id: balanceAccountId } = reader.account
  const key = { merchantId, balanceAccountId, limit: PAYOUTS_PER_LEASE }
  let hasProgress = false
  const payouts = await listIncompletePayouts(world.db, key)
  for (const payout of payouts) {
    if (!limit.has()) return !hasProgress
    let state: ContentsState = 'more'
    for (let page = 0; page < PAGES_PER_PAYOUT && state === 'more' && limit.has(); page++) {
      limit.take()
      state = await readContentsPage(world, reader, payout)
    }
    hasProgress ||= state !== 'incomplete'
  }
  return !(hasProgress && payouts.length === PAYOUTS_PER_LEASE)
}

/** State of a payout's contents after a page: there are more pages, all entries are known, or some are missing. */
type ContentsState = 'more' | 'complete' | 'incomplete'

/** Reads a page of the entries that a payout consists of. */
async function readContentsPage(
  world: World,
  { account, money, secretKey }: Reader,
  { id, ref }: StoredPayout,
): Promise<ContentsState> {
  const { merchantId, processor } = account
  const before = await findPayout(world.db, { merchantId, id })
  if (!before || before.contents !== 'pending') return 'complete'
  const page = await money.readContents(secretKey, ref, before.contentsCursor)
  return inTransaction(world, async (inner) => {
    await lockBalanceAccount(inner, account)
    await assignByRef(inner, { merchantId, processor, ids: page.rows, payoutId: id })
    const { count, net } = await sumContents(inner.db, before)
    // Entries may be missing until the processor has completed its list; then all of it is read again.
    const isComplete = !page.isMore && net === before.amount && count > 0
    await updatePayout(inner.db, before, {
      entryCount: count,
      contentsCursor: page.isMore ? page.cursor : null,
      contentsReadAt: toIso(world.now()),
      ...(isComplete && { contents: 'complete' }),
    })
    if (page.isMore) return 'more'
    return isComplete ? 'complete' : 'incomplete'
  })
}
