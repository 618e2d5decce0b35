import {
  type ConnectionProvider,
  type DatabaseConnection,
  PostgresDialect,
  type QueryExecutor,
  Transaction,
} from 'kysely'
import { isSqlite } from './portable.ts'
import type { Database, Db } from './tables.ts'

/** A transaction has its own connection already: this dialect never opens one. */
const dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error('a transaction has its connection')),
})
const driver = dialect.createDriver()

const transactionBy = (executor: QueryExecutor): Db =>
  new Transaction<Database>({ config: { dialect }, dialect, driver, executor })

type Step<W, R> = (world: W) => Promise<R>
type Results<T extends readonly Step<never, unknown>[]> = {
  -readonly [At in keyof T]: Awaited<ReturnType<T[At]>>
}

/**
 * Runs independent steps of a transaction and returns their results in the same order. `world` is their context:
 * database, clock, processors. Each step receives a copy whose `db` is the same transaction.
 * PostgreSQL receives the first statement of each step in one pipeline, in this order; later statements follow behind.
 * So every process takes locks in the same order, and many round trips become one. SQLite, which is synchronous, runs
 * the steps one after another.
 * Resolves after all steps have ended, because a statement must not follow the end of the transaction.
 * @throws the first failure: later statements of a transaction only report that an earlier one failed.
 */
export async function runPipelined<
  W extends { db: Db },
  const T extends readonly Step<W, unknown>[] = readonly Step<W, unknown>[],
>(world: W, steps: T): Promise<Results<T>> {
  const { db } = world
  const executor = db.getExecutor()
  if (!db.isTransaction || isSqlite(db)) {
    const results: unknown[] = []
    for (const step of steps) results.push(await step(world))
    return results as Results<T>
  }
  // Kysely makes each statement of a transaction wait for the previous one; the driver can pipeline them.
  return await executor.provideConnection(async (connection) => {
    const failures: unknown[] = []
    const running: Promise<unknown>[] = []
    for (const step of steps) {
      const { db: own, isSent } = watchFirstStatement(connection, executor)
      const ended = (async () => step({ ...world, db: own }))().catch((error: unknown) => {
        failures.push(error)
      })
      running.push(ended)
      await Promise.race([isSent, ended])
    }
    const results = await Promise.all(running)
    if (failures.length > 0) throw failures[0]
    return results as Results<T>
  })
}

/** Returns the same transaction, and a promise that resolves when its first statement is sent. */
function watchFirstStatement(connection: DatabaseConnection, executor: QueryExecutor) {
  let resolve = () => {}
  const isSent = new Promise<void>((settle) => {
    resolve = settle
  })
  const watched: DatabaseConnection = {
    streamQuery: (query, size) => connection.streamQuery(query, size),
    executeQuery: (query) => {
      const result = connection.executeQuery<never>(query)
      resolve()
      return result
    },
  }
  const provider: ConnectionProvider = { provideConnection: (use) => use(watched) }
  return { db: transactionBy(executor.withConnectionProvider(provider)), isSent }
}
