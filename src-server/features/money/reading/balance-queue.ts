import { inTransaction, type World } from '#server/core/context.ts'
import { type LeasedQueue, workQueue } from '#server/core/queues/leased-queue.ts'
import { toIso } from '#server/shared/day.ts'
import {
  type BalanceAccount,
  insertBalanceAccount,
  updateBalanceAccount,
} from '../balance.queries.ts'
import { READ_BEHIND_MS, readSandbox } from '../sandbox/read-sandbox.ts'
import { listSandboxBooks } from '../sandbox/sandbox-facts.queries.ts'

/** Longer than the work on an account takes: a process that has an account's lease beyond it has died. */
const LEASE_MS = 60_000
const FIRST_PAUSE_MS = 5000
const LONGEST_PAUSE_MS = 60 * 60_000

/** Balance accounts whose entries and payouts are to be read; at most eight of a processor at once. */
export const readAccounts: LeasedQueue<BalanceAccount> = {
  table: 'balanceAccounts',
  due: 'dueAt',
  lease: 'leasedUntil',
  place: ['processor'],
  leaseMs: LEASE_MS,
  work: async (world, account) => {
    const dueAt = await readSandbox(world, account)
    await updateBalanceAccount(world.db, account, {
      dueAt,
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

/** Test books that one run examines for payments that are not read yet. */
const BOOKS_PER_RUN = 500

/**
 * Returns a function that reads all balances that are due. Test books have new money without notice, because a payment
 * writes nothing for this: each run examines some books more, in the order of their ids.
 */
export function createBalanceReader(world: World): (signal?: AbortSignal) => Promise<number> {
  let after = ''
  return async (signal) => {
    after = await noticeSandboxMoney(world, after)
    return workQueue(world, readAccounts, signal)
  }
}

/** Makes the accounts of some test books due that have unread payments or refunds. Returns where to continue. */
export async function noticeSandboxMoney(world: World, after: string): Promise<string> {
  const { now } = world
  const before = toIso(now() - READ_BEHIND_MS)
  const { books, upTo } = await listSandboxBooks(world, { after, before, limit: BOOKS_PER_RUN })
  const at = toIso(now())
  for (const { merchantId, id, dueAt, hasUnread } of books) {
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
