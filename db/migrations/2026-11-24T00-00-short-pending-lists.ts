import { type Kysely, sql } from 'kysely'
import type { Portable } from '../portable.ts'

/** A longer list takes the payment that finds it full, and all that wait for it, half a second to work off. */
const PENDING_KB = 512

/**
 * PostgreSQL puts new texts into a list first, and has the insert that fills it bring all of them into the index. With
 * the usual 4 MB that stopped payments every few thousand.
 */
export async function up(db: Kysely<unknown>, { dialect }: Portable): Promise<void> {
  if (dialect !== 'postgres') return
  await sql`
    alter index search_texts_trigrams set (gin_pending_list_limit = ${sql.lit(PENDING_KB)})
  `.execute(db)
}
