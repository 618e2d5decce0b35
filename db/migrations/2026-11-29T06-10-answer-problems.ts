import type { Kysely } from 'kysely'
import { addColumns, type Portable } from '../portable.ts'

/**
 * Adds why an answer to a dispute still waits: the processor's message about the merchant's API key, which may lack a
 * permission. Null for an answer that waits for another reason.
 */
export async function up(db: Kysely<unknown>, portable: Portable): Promise<void> {
  await addColumns(db, portable, {
    table: 'disputes',
    columns: [['answer_problem', portable.text]],
  })
}
