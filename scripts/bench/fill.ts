// Fills an SQLite database that has a merchant with invented payments: tsx fill.ts FILE ROWS
import { randomBytes } from 'node:crypto'
import SqliteDatabase from 'better-sqlite3'
import { sql } from 'kysely'
import { openDatabase } from '#db/database.ts'
import { timeFor } from '#server/core/work/pieces.ts'
import { sumAll } from '#server/services/rollups/sum-all.queries.ts'
import { indexTexts } from '#server/services/search/trigram-index.queries.ts'
import { customers, paymentRows } from './invent.ts'

const [file = '', wanted = '0'] = process.argv.slice(2)
const total = Number(wanted)

const AT_ONCE = 50_000
const COMMITTED_EVERY_MS = 250
/** Segments of the search index. */
const MERGED_AT_ONCE = 64
/** Sums of millions of rows are sorted: with the usual 2 MB that is done on the disk, in many passes. */
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

/** Inserts rows of one shape; the statement is made from the first. */
function inserter(table: string) {
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
  customer: inserter('customers'),
  payment: inserter('transactions'),
  event: inserter('transaction_events'),
  text: inserter('search_texts'),
}

// Indexes are made once the rows are there, which is many times faster than keeping them up.
const indexes = raw
  .prepare<[], { name: string; sql: string }>(
    `select name, sql from sqlite_master where type = 'index' and sql is not null
     and tbl_name in ('transactions', 'customers', 'search_texts')`,
  )
  .all()
for (const { name } of indexes) raw.exec(`drop index ${name}`)

const people = customers(merchant.id, Math.max(50, Math.ceil(total / 20)), randomBytes)
raw.exec('begin')
for (const { row, text } of people) {
  insert.customer(row)
  insert.text(text)
}
let done = 0
for (const { row, events, text } of paymentRows(merchant.id, people, total, randomBytes)) {
  insert.payment(row)
  for (const event of events) insert.event(event)
  insert.text(text)
  done += 1
  if (done % AT_ONCE === 0) {
    raw.exec('commit; begin')
    process.stderr.write(`\r    ${done.toLocaleString('en-US')} payments`)
  }
}
raw.exec('commit')
raw.pragma('wal_checkpoint(truncate)')
raw.close()

const { db, dialect, close } = openDatabase({ url: `file:${file}` })
await sql`pragma cache_size = -${sql.lit(CACHE_KIB)}`.execute(db)
// Nothing is lost with this file: it is made again.
await sql`pragma synchronous = off`.execute(db)
await sql`pragma temp_store = memory`.execute(db)
await db.transaction().execute((trx) => sumAll({ db: trx, dialect }, merchant))
process.stderr.write('\r    sums are made      ')
// Not before the sums: read by an index that is in another order, each row is a page from elsewhere.
for (const index of indexes) await sql.raw(index.sql).execute(db)
process.stderr.write('\r    indexes are made   ')
// The server merges what it has indexed as it goes on; here many segments are merged at once, now and then.
const { rows: kept } = await sql<{ segments: number }>`
  select v as segments from search_trigrams_config where k = 'crisismerge'`.execute(db)
const mergeAfter = (segments: number) =>
  sql`insert into search_trigrams (search_trigrams, rank)
    values ('crisismerge', ${sql.lit(segments)})`.execute(db)
await mergeAfter(MERGED_AT_ONCE)
for (let isDone = false; !isDone; ) {
  isDone = await db.transaction().execute((trx) => indexTexts(trx, timeFor(COMMITTED_EVERY_MS)))
}
if (kept[0]) await mergeAfter(kept[0].segments)
await close()

const ending = new SqliteDatabase(file)
ending.pragma(`cache_size = -${CACHE_KIB}`)
ending.exec("insert into search_trigrams (search_trigrams) values ('optimize')")
ending.exec('analyze')
ending.pragma('wal_checkpoint(truncate)')
ending.close()
process.stderr.write(`\r    ${total.toLocaleString('en-US')} payments are stored\n`)
