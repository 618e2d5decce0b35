import type { Kysely } from 'kysely'
import type { Portable } from '../portable.ts'

/** Adds the reason why a request was refused, so that a developer need not guess it from the status. */
export async function up(db: Kysely<unknown>, { text }: Portable) {
  await db.schema.alterTable('request_log').addColumn('reason', text).execute()
}
