import { type Kysely, sql } from 'kysely'
import type { Portable } from '../portable.ts'

/** Adds captures that a processor reports for a payment that had failed or was cancelled before. */
export async function up(db: Kysely<unknown>, { text, bigint, tableEnd }: Portable): Promise<void> {
  await db.schema
    .createTable('late_captures')
    .modifyEnd(tableEnd)
    .addColumn('merchant_id', text, (c) => c.notNull())
    .addColumn('transaction_id', text, (c) => c.notNull())
    .addColumn('ref', text)
    .addColumn('amount', bigint, (c) => c.notNull().check(sql`amount > 0`))
    .addColumn('noted_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('late_captures_pk', ['merchant_id', 'transaction_id'])
    .addForeignKeyConstraint(
      'late_captures_transaction',
      ['merchant_id', 'transaction_id'],
      'transactions',
      ['merchant_id', 'id'],
    )
    .execute()
}
