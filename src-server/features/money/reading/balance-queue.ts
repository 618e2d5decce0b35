import { inTransaction, type World } from '#server/core/context.ts'
import { type LeasedQueue, workQueue } from '#server/core/queues/leased-queue.ts'
import { type HasTime, timeLimit } from '#server/core/work/time-slices.ts'
import { postEntries } from '#server/features/ledger/post-entries.ts'
import { toIso } from '#server/shared/day.ts'
import {
  type BalanceAccount,
  findBalanceAccount,
  insertBalanceAccount,
  listUnreadAccounts,
  updateBalanceAccount,
} from '../balance.queries.ts'
import { raiseMoneyNotices } from '../money-notices.ts'
import { PAUSE_MS, READ_BEHIND_MS, runSandboxWork } from '../sandbox/run-sandbox-work.ts'
import { listMerchantsInTestMode } from '../sandbox/sandbox-items.queries.ts'
import { recordDifference } from './compare-balance.ts'
import { readProcessor } from './read-processor.ts'

/** Duration of a lease: longer than the work on an account takes, so only a crashed process's lease expires. */
const LEASE_MS = 60_000
/** Duration of the work under one lease, so that a long history delays no payment and no other merchant. */
const LEASE_WORK_MS = 20
const FIRST_PAUSE_MS = 5000
const LONGEST_PAUSE_MS = 60 * 60_000

/** Balance accounts whose entries and payouts are to be read; at most eight of a processor at once. */
export const readAccounts: LeasedQueue<BalanceAccount> = {
  table: 'balanceAccounts',
  due: 'dueAt',
  lease: 'leasedUntil',
  concurrencyKey: ['processor'],
  leaseMs: LEASE_MS,
  work: async (world, account) => {
    const hasTime = timeLimit(LEASE_WORK_MS)
    const dueAt = await readAccount(world, account, hasTime)
    const isPosted = await postToLedger(world, account, hasTime)
    await raiseMoneyNotices(world, account)
    // A reading that continues at once has not read all entries yet, so its balance cannot be compared with them.
    const isComplete = isPosted && (dueAt === null || dueAt > toIso(world.now()))
    if (isComplete) await recordDifference(world, account, { isConnected: dueAt !== null })
    await updateBalanceAccount(world.db, account, {
      dueAt: isPosted ? dueAt : toIso(world.now() + pauseBeforePosting(account)),
      leasedUntil: null,
      failures: 0,
      readAt: toIso(world.now()),
    })
  },
  failed: (world, account, error) => {
    world.log.warn({ err: error, account: account.id }, 'a balance was not read')
    const failures = account.failures + 1
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10), LONGEST_PAUSE_MS)
    return updateBalanceAccount(world.db, account, {
      failures,
      dueAt: toIso(world.now() + pauseMs),
      leasedUntil: null,
    })
  },
}

/**
 * Returns the pause before the next entries are posted. A processor's pages take time to arrive; the sandbox's payments
 * are all there, and without a pause their entries would take CPU time from new payments.
 */
const pauseBeforePosting = ({ accountId }: BalanceAccount): number =>
  accountId === null ? PAUSE_MS : 0

/** Posts entries to the ledger, in at least one transaction. Returns whether the ledger has all of them. */
async function postToLedger(
  world: World,
  account: BalanceAccount,
  hasTime: HasTime,
): Promise<boolean> {
  for (;;) {
    if (!(await postEntries(world, account))) return true
    if (!hasTime()) return false
  }
}

const readAccount = (
  world: World,
  account: BalanceAccount,
  hasTime: HasTime,
): Promise<string | null> =>
  account.accountId === null
    ? runSandboxWork(world, account, hasTime)
    : readProcessor(world, account)

const ACCOUNTS_PER_RUN = 50

/** Adds balance accounts for newly connected processor accounts, so that their balances are read. */
async function addProcessorAccounts(world: World): Promise<void> {
  const { connectable } = world.processors
  const processors = connectable
    .filter(({ accounts }) => accounts.money !== undefined)
    .map(({ name }) => name)
  if (processors.length === 0) return
  const unread = await listUnreadAccounts(world.db, { processors, limit: ACCOUNTS_PER_RUN })
  for (const { merchantId, id, processor, accountRef } of unread) {
    await inTransaction(world, async ({ db, newId, now }) => {
      const at = toIso(now())
      const accountKey = accountRef ?? id
      const existing = await findBalanceAccount(db, { merchantId, processor, accountKey })
      const due = { accountId: id, dueAt: at }
      // An account that is connected again continues at its cursors, with the new key.
      if (existing) await updateBalanceAccount(db, existing, due)
      else {
        const row = { merchantId, id: newId('bal'), processor, accountKey, ...due, createdAt: at }
        await insertBalanceAccount(db, row)
      }
    })
  }
}

/** Number of merchants in test mode that one run examines for unread payments. */
const MERCHANTS_PER_RUN = 500

/**
 * Returns a function that reads all due balances. Payments of test mode schedule no read, so that they stay fast.
 * Instead, each run also examines the next merchants in test mode, in the order of their ids.
 */
export function createBalanceReader(world: World): (signal?: AbortSignal) => Promise<number> {
  let after = ''
  return async (signal) => {
    await addProcessorAccounts(world)
    after = await scheduleSandboxReads(world, after)
    return workQueue(world, readAccounts, signal)
  }
}

/**
 * Schedules reads for the next merchants in test mode that have unread payments, refunds or disputes. Returns the id to
 * continue after.
 */
export async function scheduleSandboxReads(world: World, after: string): Promise<string> {
  const { now } = world
  const before = toIso(now() - READ_BEHIND_MS)
  const at = toIso(now())
  const range = { after, before, now: at, limit: MERCHANTS_PER_RUN }
  const { merchants, upTo } = await listMerchantsInTestMode(world, range)
  for (const { merchantId, id, dueAt, hasUnread } of merchants) {
    if (Number(hasUnread) === 0) continue
    if (id === null) await addSandboxAccount(world, merchantId)
    else if (dueAt === null || dueAt > at) {
      await updateBalanceAccount(world.db, { merchantId, id }, { dueAt: at })
    }
  }
  return upTo ?? ''
}

const addSandboxAccount = (world: World, merchantId: string) =>
  inTransaction(world, async ({ db, newId, now }) => {
    const at = toIso(now())
    await insertBalanceAccount(db, {
      merchantId,
      id: newId('bal'),
      processor: 'sandbox',
      accountKey: '',
      accountId: null,
      dueAt: at,
      createdAt: at,
    })
  })
