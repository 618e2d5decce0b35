import { type Kysely, sql } from 'kysely'
import type { Portable } from '../portable.ts'

/**
 * Indexes sessions, verifications and invitations by expiry. Also frees the e-mail addresses of people who were stored
 * without any way to sign in, because the process ended in the middle. Those accounts have no credentials.
 */
export async function up(db: Kysely<unknown>, _: Portable): Promise<void> {
  for (const table of ['auth_sessions', 'auth_verifications', 'merchant_invitations']) {
    await db.schema.createIndex(`${table}_expires`).on(table).column('expires_at').execute()
  }
  await sql`
    delete from auth_users
    where not exists (select 1 from auth_accounts where user_id = auth_users.id)
      and not exists (
        select 1 from merchant_members where provider = 'embedded' and subject = auth_users.id
      )
  `.execute(db)
}
