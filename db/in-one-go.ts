import {
  type ConnectionProvider,
  type DatabaseConnection,
  PostgresDialect,
  type QueryExecutor,
  Transaction,
} from 'kysely'
import { isSqlite } from './portable.ts'
import type { Database, Db } from './tables.ts'

/** A transaction brings its own connection: nothing is asked of these. */
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
 * Runs steps of a transaction of which none needs another's answer, each with the world that it is given. PostgreSQL is
 * sent the first statement of each at once, in this order, and what a step sends later goes behind: locks are taken in
 * one order in every process, and so many round trips are one. SQLite, which answers at once, runs step after step.
 * Ends when all have ended, for a statement that is still to be sent must not follow the transaction.
 * @throws what failed first: in a transaction whatever follows only says that something failed.
 */
export async function inOneGo<
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
  // Kysely has each statement of a transaction wait for the one before; the driver sends them one behind the other.
  return await executor.provideConnection(async (connection) => {
    const failures: unknown[] = []
    const underWay: Promise<unknown>[] = []
    for (const step of steps) {
      const { db: own, isSent } = noticing(connection, executor)
      const ended = (async () => step({ ...world, db: own }))().catch((error: unknown) => {
        failures.push(error)
      })
      underWay.push(ended)
      await Promise.race([isSent, ended])
    }
    const results = await Promise.all(underWay)
    if (failures.length > 0) throw failures[0]
    return results as Results<T>
  })
}

/** The same transaction, and when the first statement is on its way. */
function noticing(connection: DatabaseConnection, executor: QueryExecutor) {
  let resolve = () => {}
  const isSent = new Promise<void>((settle) => {
    resolve = settle
  })
  const noted: DatabaseConnection = {
    streamQuery: (query, size) => connection.streamQuery(query, size),
    executeQuery: (query) => {
      const result = connection.executeQuery<never>(query)
      resolve()
      return result
    },
  }
  const provider: ConnectionProvider = { provideConnection: (use) => use(noted) }
  return { db: transactionBy(executor.withConnectionProvider(provider)), isSent }
}
