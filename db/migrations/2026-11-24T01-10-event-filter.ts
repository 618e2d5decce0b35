import type { Kysely } from 'kysely'
import type { Portable } from '../portable.ts'

/**
 * Which types of events an endpoint is told of, with commas between; null for the five that there were before it
 * could be chosen.
 */
export async function up(db: Kysely<unknown>, { text }: Portable): Promise<void> {
  await db.schema.alterTable('integrations').addColumn('events', text).execute()
}
