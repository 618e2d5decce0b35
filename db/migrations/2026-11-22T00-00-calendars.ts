import { type Kysely, sql } from 'kysely'
import type { Portable } from '../portable.ts'

/** The key of each rollup table, without the calendar, and the columns that it sums. */
const sums = {
  rollup_days: {
    key: ['merchant_id', 'day', 'currency', 'payment_method', 'status'],
    values: ['count', 'amount', 'processing_ms'],
  },
  rollup_slots: {
    key: ['merchant_id', 'weekday', 'slot', 'currency', 'status'],
    values: ['count', 'amount'],
  },
  rollup_customers: {
    key: ['merchant_id', 'customer_id', 'currency'],
    values: ['transaction_count', 'total_spent'],
  },
  rollup_customer_days: { key: ['merchant_id', 'day', 'status'], values: ['count'] },
  rollup_customer_months: {
    key: ['merchant_id', 'month', 'customer_id', 'currency'],
    values: ['count', 'amount'],
  },
  rollup_payer_months: { key: ['merchant_id', 'month'], values: ['paid', 'returned'] },
}

const integers = new Set(['weekday', 'slot'])

/**
 * Adds two calendars for each merchant: one is in use, and a change of time zone builds the other. A payment's position
 * is in `day`, `weekday` and `slot` for calendar 0, and in `day_b`, `weekday_b` and `slot_b` for calendar 1.
 * The rollups have the calendar in their keys. The merchant's row stores the target and the progress of a change,
 * because every payment reads it anyway.
 */
export async function up(db: Kysely<unknown>, portable: Portable): Promise<void> {
  const { text, integer, dialect } = portable
  await db.schema
    .alterTable('merchants')
    .addColumn('calendar', integer, (c) => c.notNull().defaultTo(0))
    .execute()
  for (const column of [
    'change_id',
    'change_until',
    'new_timezone',
    'new_currency',
    'made_at',
    'made_id',
    'made_customer_id',
    'stale_since',
  ]) {
    await db.schema.alterTable('merchants').addColumn(column, text).execute()
  }
  // Queues: a job looks for interrupted changes and for calendars to clear, of all merchants.
  for (const column of ['change_until', 'stale_since']) {
    await sql`
      create index ${sql.ref(`merchants_${column}`)} on merchants (${sql.ref(column)})
      where ${sql.ref(column)} is not null
    `.execute(db)
  }
  await db.schema.alterTable('transactions').addColumn('day_b', text).execute()
  await db.schema.alterTable('transactions').addColumn('weekday_b', integer).execute()
  await db.schema.alterTable('transactions').addColumn('slot_b', integer).execute()
  // A customer's day follows from the time of creation, and only one rollup needs it.
  await db.schema.alterTable('customers').dropColumn('day').execute()
  for (const table of Object.keys(sums) as (keyof typeof sums)[]) {
    if (dialect === 'sqlite') await rebuildTable(db, table, portable)
    else await addToKey(db, table)
  }
  if (dialect === 'postgres') await sql`drop index rollup_customers_spent`.execute(db)
  await db.schema
    .createIndex('rollup_customers_spent')
    .on('rollup_customers')
    .columns(['merchant_id', 'calendar', 'currency', 'total_spent', 'customer_id'])
    .execute()
}

/**
 * Rebuilds the table, because SQLite cannot change a primary key. Tables that are read by key only are stored in key
 * order.
 */
async function rebuildTable(
  db: Kysely<unknown>,
  name: keyof typeof sums,
  { text, integer, bigint }: Portable,
): Promise<void> {
  const { key, values } = sums[name]
  const columns = [...key, ...values]
  await sql`alter table ${sql.table(name)} rename to replaced`.execute(db)
  let table = db.schema
    .createTable(name)
    .modifyEnd(name === 'rollup_customers' ? sql`strict` : sql`strict, without rowid`)
    .addColumn('calendar', integer, (c) => c.notNull())
  for (const column of key) {
    table = table.addColumn(column, integers.has(column) ? integer : text, (c) => c.notNull())
  }
  for (const column of values) table = table.addColumn(column, bigint, (c) => c.notNull())
  await table.addPrimaryKeyConstraint(`${name}_pk`, withCalendar(key) as never[]).execute()
  const list = sql.join(columns.map((column) => sql.ref(column)))
  await sql`
    insert into ${sql.table(name)} (calendar, ${list}) select 0, ${list} from replaced
  `.execute(db)
  await sql`drop table replaced`.execute(db)
}

async function addToKey(db: Kysely<unknown>, name: keyof typeof sums): Promise<void> {
  const table = () => db.schema.alterTable(name)
  await table()
    .addColumn('calendar', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await table()
    .alterColumn('calendar', (c) => c.dropDefault())
    .execute()
  await table().dropConstraint(`${name}_pk`).execute()
  await table()
    .addPrimaryKeyConstraint(`${name}_pk`, withCalendar(sums[name].key) as never[])
    .execute()
}

const withCalendar = ([merchant, ...rest]: string[]) => [merchant, 'calendar', ...rest]
