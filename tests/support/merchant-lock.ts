import { expect } from 'vitest'
import { inTransaction } from '#server/core/context.ts'
import { lockMerchantRow } from '#server/features/merchants/merchants.queries.ts'
import { runStatements } from './citus-cluster.ts'
import { dialect, nodeUrlsOf } from './database.ts'
import type { TestApp } from './test-app.ts'

const lockWaitersSql = `
  select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/** Waits until this many connections wait for a lock. Does nothing on SQLite, where no connection waits for one. */
export async function assertWaiting(app: TestApp, count: number): Promise<void> {
  if (dialect === 'sqlite') return
  // On a cluster, a connection waits at the node that stores the row, so all nodes count.
  const countWaiting = async () => {
    const nodes = nodeUrlsOf(app.world.config.databaseUrl)
    return (await Promise.all(nodes.map((node) => runStatements(node, lockWaitersSql)))).flat()
      .length
  }
  await expect.poll(countWaiting, { timeout: 60_000 }).toBe(count)
}

/** Starts the calls while their merchant is locked. All have begun, in order, when the lock is released. */
export async function startWhileMerchantLocked<T>(
  app: TestApp,
  merchantId: string,
  calls: (() => Promise<T>)[],
): Promise<PromiseSettledResult<T>[]> {
  const { running } = await inTransaction(app.world, async ({ db }) => {
    await lockMerchantRow(db, { dialect, merchantId, hold: 'change' })
    const started: Promise<T>[] = []
    for (const call of calls) {
      started.push(call())
      await assertWaiting(app, started.length)
    }
    return { running: Promise.allSettled(started) }
  })
  return running
}
