import SqliteDatabase from 'better-sqlite3'
import type { Kysely } from 'kysely'
import { expect } from 'vitest'

/** Two rows for each transaction: a reader that finds only one has found a torn transaction. */
export type Pairs = { pairs: { transaction: number; half: number } }

export function createPairs(file: string): void {
  const setup = new SqliteDatabase(file)
  setup.exec(`pragma journal_mode = wal;
    create table parents (id integer primary key);
    create table pairs ("transaction" integer, half integer, primary key ("transaction", half));
    create table children (parent integer references parents (id) deferrable initially deferred)`)
  setup.close()
}

export const insertHalf = (db: Kysely<Pairs>, transaction: number, which: number) =>
  db.insertInto('pairs').values({ transaction, half: which }).execute()

export const insertPair = (db: Kysely<Pairs>, transaction: number) =>
  db.transaction().execute(async (trx) => {
    await insertHalf(trx, transaction, 1)
    await insertHalf(trx, transaction, 2)
  })

/** Returns the transactions that a new process finds in the file. Throws unless each is complete. */
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

export const yieldToEventLoop = () => new Promise<void>((resolve) => void setImmediate(resolve))

export const isSettled = async (promise: Promise<unknown>) => {
  const unsettled = Symbol('open')
  await yieldToEventLoop()
  const first = await Promise.race([promise.catch(() => undefined), Promise.resolve(unsettled)])
  return first !== unsettled
}
