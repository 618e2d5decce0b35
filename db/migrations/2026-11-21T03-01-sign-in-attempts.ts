import type { Kysely } from 'kysely'
import type { Portable } from '../portable.ts'

/** Creates the counters against guessing passwords, which all processes share. */
export async function up(db: Kysely<unknown>, portable: Portable): Promise<void> {
  const { text, integer, tableEnd } = portable
  await db.schema
    .createTable('sign_in_attempts')
    .modifyEnd(tableEnd)
    .addColumn('key', text, (c) => c.primaryKey().notNull())
    .addColumn('failures', integer, (c) => c.notNull())
    .addColumn('times', text, (c) => c.notNull())
    .addColumn('expires_at', text, (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('sign_in_attempts_expires')
    .on('sign_in_attempts')
    .column('expires_at')
    .execute()
}
