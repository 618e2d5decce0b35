// Adds generated payments to an SQLite database that has a merchant: tsx fill.ts FILE ROWS
import { randomBytes } from 'node:crypto'
import SqliteDatabase from 'better-sqlite3'
import { sql } from 'kysely'
import { openDatabase } from '#db/database.ts'
import { timeLimit } from '#server/core/work/time-slices.ts'
import { sumAll } from '#server/services/rollups/sum-all.queries.ts'
import { indexTexts } from '#server/services/search/trigram-index.queries.ts'
import { generateCustomers, generatePayments } from './generate.ts'

const [file = '', rowCount = '0'] = process.argv.slice(2)
const total = Number(rowCount)

const BATCH_ROWS = 50_000
const COMMIT_EVERY_MS = 250
/** Segments of the search index that are merged together. */
const MERGED_AT_ONCE = 64
/** Summing sorts millions of rows: with the usual cache of 2 MB, that happens on the disk, in many passes. */
const CACHE_KIB = 2_000_000

const raw = new SqliteDatabase(file)
raw.pragma('synchronous = off')
raw.pragma(`cache_size = -${CACHE_KIB}`)
const merchant = raw
  .prepare<[], { id: string; currency: string; timezone: string }>(
    'select id, currency, timezone from merchants limit 1',
  )
  .get()
if (!merchant) throw new Error('the database has no merchant')

/** Returns a function that inserts rows of one shape; the first row determines its statement. */
function createInserter(table: string) {
  let run: ((row: object) => void) | undefined
  return (row: object) => {
    if (!run) {
      const names = Object.keys(row)
      const statement = raw.prepare(
        `insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
      )
      run = (each) => void statement.run(...Object.values(each))
    }
    run(row)
  }
}

const insert = {
  customer: createInserter('customers'),
  payment: createInserter('transactions'),
  event: createInserter('transaction_events'),
  text: createInserter('search_texts'),
}

// Drops the indexes, to create them after the rows: many times faster than updating them for each row.
const indexes = raw
  .prepare<[], { name: string; sql: string }>(
    `select name, sql from sqlite_master where type = 'index' and sql is not null
     and tbl_name in ('transactions', 'customers', 'search_texts')`,
  )
  .all()
for (const { name } of indexes) raw.exec(`drop index ${name}`)

const people = generateCustomers(merchant.id, Math.max(50, Math.ceil(total / 20)), randomBytes)
raw.exec('begin')
for (const { row, text } of people) {
  insert.customer(row)
  insert.text(text)
}
let done = 0
for (const { row, events, text } of generatePayments(merchant.id, people, total, randomBytes)) {
  insert.payment(row)
  for (const event of events) insert.event(event)
  insert.text(text)
  done += 1
  if (done % BATCH_ROWS === 0) {
    raw.exec('commit; begin')
    process.stderr.write(`\r    ${done.toLocaleString('en-US')} payments`)
  }
}
raw.exec('commit')
raw.pragma('wal_checkpoint(truncate)')
raw.close()

const { db, dialect, close } = openDatabase({ url: `file:${file}` })
await sql`pragma cache_size = -${sql.lit(CACHE_KIB)}`.execute(db)
// The file needs no durability: a lost file is generated again.
await sql`pragma synchronous = off`.execute(db)
await sql`pragma temp_store = memory`.execute(db)
await db.transaction().execute((trx) => sumAll({ db: trx, dialect }, merchant))
process.stderr.write('\r    sums are made      ')
// Creates the indexes after the sums: with an index in another order, summing would read a distant page for each row.
for (const index of indexes) await sql.raw(index.sql).execute(db)
process.stderr.write('\r    indexes are made   ')
// Merges many segments at once, now and then. The server merges segments continuously as it indexes.
const { rows: mergeSettings } = await sql<{ segments: number }>`
  select v as segments from search_trigrams_config where k = 'crisismerge'`.execute(db)
const mergeAfter = (segments: number) =>
  sql`insert into search_trigrams (search_trigrams, rank)
    values ('crisismerge', ${sql.lit(segments)})`.execute(db)
await mergeAfter(MERGED_AT_ONCE)
for (let isDone = false; !isDone; ) {
  isDone = await db.transaction().execute((trx) => indexTexts(trx, timeLimit(COMMIT_EVERY_MS)))
}
if (mergeSettings[0]) await mergeAfter(mergeSettings[0].segments)
await close()

const connection = new SqliteDatabase(file)
connection.pragma(`cache_size = -${CACHE_KIB}`)
connection.exec("insert into search_trigrams (search_trigrams) values ('optimize')")
connection.exec('analyze')
connection.pragma('wal_checkpoint(truncate)')
connection.close()
process.stderr.write(`\r    ${total.toLocaleString('en-US')} payments are stored\n`)
