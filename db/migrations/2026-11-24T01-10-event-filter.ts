import type { Kysely } from 'kysely'
import type { Portable } from '../portable.ts'

/**
 * Adds the event types sent to an endpoint, separated by commas. Null means the five types that existed before they
 * could be chosen.
 */
export async function up(db: Kysely<unknown>, { text }: Portable): Promise<void> {
  await db.schema.alterTable('integrations').addColumn('events', text).execute()
}
