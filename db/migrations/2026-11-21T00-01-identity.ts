import type { Kysely } from 'kysely'
import type { Portable } from '../portable.ts'

/**
 * Creates the tables of the embedded identity (better-auth). Their columns have the types that the library reads and
 * writes on each database. Unlike our columns, they are native booleans and timestamps on PostgreSQL.
 */
export async function up(db: Kysely<unknown>, portable: Portable): Promise<void> {
  const { text, boolean, timestamp, tableEnd } = portable
  const create = (name: string) => db.schema.createTable(name).modifyEnd(tableEnd)

  await create('auth_users')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('email', text, (c) => c.notNull().unique())
    .addColumn('email_verified', boolean, (c) => c.notNull())
    .addColumn('image', text)
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .addColumn('updated_at', timestamp, (c) => c.notNull())
    .execute()

  await create('auth_sessions')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('user_id', text, (c) => c.notNull().references('auth_users.id').onDelete('cascade'))
    .addColumn('token', text, (c) => c.notNull().unique())
    .addColumn('expires_at', timestamp, (c) => c.notNull())
    .addColumn('ip_address', text)
    .addColumn('user_agent', text)
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .addColumn('updated_at', timestamp, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('auth_sessions_user').on('auth_sessions').column('user_id').execute()

  await create('auth_accounts')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('user_id', text, (c) => c.notNull().references('auth_users.id').onDelete('cascade'))
    .addColumn('account_id', text, (c) => c.notNull())
    .addColumn('provider_id', text, (c) => c.notNull())
    .addColumn('access_token', text)
    .addColumn('refresh_token', text)
    .addColumn('id_token', text)
    .addColumn('access_token_expires_at', timestamp)
    .addColumn('refresh_token_expires_at', timestamp)
    .addColumn('scope', text)
    .addColumn('password', text)
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .addColumn('updated_at', timestamp, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('auth_accounts_user').on('auth_accounts').column('user_id').execute()

  await create('auth_verifications')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('identifier', text, (c) => c.notNull())
    .addColumn('value', text, (c) => c.notNull())
    .addColumn('expires_at', timestamp, (c) => c.notNull())
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .addColumn('updated_at', timestamp, (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('auth_verifications_identifier')
    .on('auth_verifications')
    .column('identifier')
    .execute()
}
