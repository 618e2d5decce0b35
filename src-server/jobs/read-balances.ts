import type { World } from '../core/context.ts'
import type { MoveState } from '../core/ports/move-state.ts'
import { releaseRows } from '../core/queues/leased-rows.queries.ts'
import { createBalanceReader, readAccounts } from '../features/money/reading/balance-queue.ts'
import { type RepeatedJob, repeatStoppable } from './repeat.ts'

const READ_BALANCES_EVERY_MS = 2000

/** Returns the job that reads the entries and payouts of balances. */
export function readBalances(world: World, moving: MoveState): RepeatedJob {
  const read = createBalanceReader(world)
  let hasRecovered = false
  return repeatStoppable('read-balances', {
    everyMs: READ_BALANCES_EVERY_MS,
    log: world.log,
    moving,
    work: async (signal) => {
      // On SQLite, leases that remain from before the start belong to a process that died.
      if (!hasRecovered && world.dialect === 'sqlite') await releaseRows(world.db, readAccounts)
      hasRecovered = true
      return read(signal)
    },
  })
}
