import { type Kysely, sql } from 'kysely'
import type { Portable } from '../portable.ts'

/** With a longer list, the payment that finds it full, and all that wait for it, are delayed by half a second. */
const PENDING_KB = 512

/**
 * Shortens the pending list of the GIN index. PostgreSQL adds new texts to this list, and the insert that fills it
 * moves all of them to the index. With the default of 4 MB that blocked payments once in every few thousand.
 */
export async function up(db: Kysely<unknown>, { dialect }: Portable): Promise<void> {
  if (dialect !== 'postgres') return
  await sql`
    alter index search_texts_trigrams set (gin_pending_list_limit = ${sql.lit(PENDING_KB)})
  `.execute(db)
}
