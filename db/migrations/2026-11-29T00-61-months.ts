import { type Kysely, sql } from 'kysely'
import type { Portable } from '../portable.ts'

/** Creates closed months and their rows. Both are append-only: a frozen number never changes. */
export async function up(db: Kysely<unknown>, portable: Portable): Promise<void> {
  const { text, integer, bigint, tableEnd } = portable
  await db.schema
    .createTable('closed_months')
    .modifyEnd(tableEnd)
    .addColumn('merchant_id', text, (c) => c.notNull())
    .addColumn('month', text, (c) => c.notNull())
    // The zone in which its days were counted.
    .addColumn('timezone', text, (c) => c.notNull())
    .addColumn('closed_at', text, (c) => c.notNull())
    .addColumn('closed_by', text, (c) => c.notNull())
    // JSON: tax amounts per rate, entered by the person who closed the month.
    .addColumn('taxes', text, (c) => c.notNull())
    .addColumn('row_count', integer, (c) => c.notNull())
    // SHA-256 of the canonical form of the month and its rows.
    .addColumn('hash', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('closed_months_pk', ['merchant_id', 'month'])
    .addForeignKeyConstraint('closed_months_merchant', ['merchant_id'], 'merchants', ['id'])
    .execute()
  await db.schema
    .createTable('closed_month_rows')
    .modifyEnd(tableEnd)
    .addColumn('merchant_id', text, (c) => c.notNull())
    .addColumn('month', text, (c) => c.notNull())
    .addColumn('position', integer, (c) => c.notNull())
    .addColumn('section', text, (c) => c.notNull())
    // The month that the row is about: an earlier one in a correction.
    .addColumn('subject', text, (c) => c.notNull())
    .addColumn('day', text)
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('currency', text, (c) => c.notNull())
    .addColumn('count', bigint, (c) => c.notNull())
    .addColumn('amount', bigint, (c) => c.notNull())
    .addPrimaryKeyConstraint('closed_month_rows_pk', ['merchant_id', 'month', 'position'])
    .addForeignKeyConstraint('closed_month_rows_month', ['merchant_id', 'month'], 'closed_months', [
      'merchant_id',
      'month',
    ])
    .execute()
  // Entries that were recorded after the close of their month are found by the time of their recording.
  await db.schema
    .createIndex('balance_entries_recorded')
    .on('balance_entries')
    .columns(['merchant_id', 'recorded_at', 'created_at'])
    .execute()
  for (const table of ['closed_months', 'closed_month_rows']) {
    await guardHistory(db, portable, table)
  }
}

/** Makes a table append-only; only a demo's rows can be deleted. */
async function guardHistory(db: Kysely<unknown>, { dialect }: Portable, table: string) {
  if (dialect === 'sqlite') {
    await sql
      .raw(`
        create trigger ${table}_no_update before update on ${table} begin
          select raise(abort, '${table} is append-only: its rows are never changed');
        end`)
      .execute(db)
    await sql
      .raw(`
        create trigger ${table}_no_delete before delete on ${table}
        when not exists (select 1 from merchants where id = old.merchant_id and is_demo = 1) begin
          select raise(abort, '${table} is append-only: only a demo''s rows can be deleted');
        end`)
      .execute(db)
    return
  }
  for (const change of ['update', 'delete', 'truncate']) {
    await sql
      .raw(`
        create trigger ${table}_no_${change} before ${change} on ${table}
        for each ${change === 'truncate' ? 'statement' : 'row'} execute function refuse_change()`)
      .execute(db)
  }
}
