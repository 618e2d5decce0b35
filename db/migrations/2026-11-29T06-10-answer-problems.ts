import type { Kysely } from 'kysely'
import { addColumns, type Portable } from '../portable.ts'

/**
 * Lets an answer to a dispute that waits say why: the processor's words about the key, which may lack a permission.
 * Null for an answer that waits for another reason.
 */
export async function up(db: Kysely<unknown>, portable: Portable): Promise<void> {
  await addColumns(db, portable, {
    table: 'disputes',
    columns: [['answer_problem', portable.text]],
  })
}
