import { type Kysely, sql } from 'kysely'
import type { Portable } from '../portable.ts'

/** Adds two-factor authentication (better-auth's tables), and the time at which a session was last confirmed. */
export async function up(db: Kysely<unknown>, portable: Portable): Promise<void> {
  const { text, integer, boolean, timestamp, tableEnd, dialect } = portable
  const falseValue = dialect === 'sqlite' ? sql`0` : sql`false`
  await db.schema
    .alterTable('auth_users')
    .addColumn('two_factor_enabled', boolean, (c) => c.defaultTo(falseValue))
    .execute()
  await db.schema.alterTable('auth_sessions').addColumn('confirmed_at', timestamp).execute()

  await db.schema
    .createTable('auth_two_factors')
    .modifyEnd(tableEnd)
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('user_id', text, (c) => c.notNull().references('auth_users.id').onDelete('cascade'))
    .addColumn('secret', text, (c) => c.notNull())
    .addColumn('backup_codes', text, (c) => c.notNull())
    .addColumn('verified', boolean, (c) => c.defaultTo(falseValue))
    .addColumn('failed_verification_count', integer, (c) => c.defaultTo(0))
    .addColumn('locked_until', timestamp)
    // The 30-second time step of the last accepted code, so that no code allows a second sign-in.
    .addColumn('last_used_step', integer)
    .execute()
  await db.schema
    .createIndex('auth_two_factors_user')
    .on('auth_two_factors')
    .column('user_id')
    .execute()
}
