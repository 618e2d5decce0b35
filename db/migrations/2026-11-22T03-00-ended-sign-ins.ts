import { type Kysely, sql } from 'kysely'
import type { Portable } from '../portable.ts'

/**
 * Finds what has ended by its age. And frees addresses of people who were stored without anything that
 * signs them in, because the process ended in the middle: nobody can open those accounts.
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
