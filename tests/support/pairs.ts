import SqliteDatabase from 'better-sqlite3'
import type { Kysely } from 'kysely'
import { expect } from 'vitest'

/**
 * The schema of a table in which each transaction writes two rows. A transaction with only one row was stored in part.
 */
export type Pairs = { pairs: { transaction: number; half: number } }

/** Creates the tables in a new SQLite file. */
export function createPairs(file: string): void {
  const setup = new SqliteDatabase(file)
  setup.exec(`pragma journal_mode = wal;
    create table parents (id integer primary key);
    create table pairs ("transaction" integer, half integer, primary key ("transaction", half));
    create table children (parent integer references parents (id) deferrable initially deferred)`)
  setup.close()
}

/** Inserts a single row of the pair that a transaction inserts. */
export const insertHalf = (db: Kysely<Pairs>, transaction: number, which: number) =>
  db.insertInto('pairs').values({ transaction, half: which }).execute()

/** Inserts both rows in one transaction. */
export const insertPair = (db: Kysely<Pairs>, transaction: number) =>
  db.transaction().execute(async (trx) => {
    await insertHalf(trx, transaction, 1)
    await insertHalf(trx, transaction, 2)
  })

/**
 * Returns the numbers of the transactions that a new connection finds in the file. Throws unless each has both rows.
 */
export function readTransactions(file: string): number[] {
  const fresh = new SqliteDatabase(file)
  const rows = fresh
    .prepare<[], { id: number; halves: number }>(
      'select "transaction" as id, count(*) as halves from pairs group by 1 order by 1',
    )
    .all()
  fresh.close()
  expect(rows.filter(({ halves }) => halves !== 2)).toEqual([])
  return rows.map(({ id }) => id)
}

/** Resolves in the next tick of the event loop, after everything that is ready has run. */
export const yieldToEventLoop = () => new Promise<void>((resolve) => void setImmediate(resolve))

/** Returns true if the promise is fulfilled or rejected by the next tick of the event loop. */
export const isSettled = async (promise: Promise<unknown>) => {
  const unsettled = Symbol('open')
  await yieldToEventLoop()
  const first = await Promise.race([promise.catch(() => undefined), Promise.resolve(unsettled)])
  return first !== unsettled
}
