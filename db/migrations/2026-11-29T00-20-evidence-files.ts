import type { Kysely } from 'kysely'
import { addColumns, type Portable } from '../portable.ts'

/**
 * Lets files of evidence reach a processor once: stores the version that their upload made, and the processor's id of
 * them. Counts the processor's error responses to an answer, because it repeats an error to the same idempotency key.
 */
export async function up(db: Kysely<unknown>, portable: Portable): Promise<void> {
  const { text, integer } = portable
  await addColumns(db, portable, {
    table: 'dispute_files',
    columns: [
      ['version', integer, (c) => c.notNull().defaultTo(1)],
      ['processor_ref', text],
    ],
  })
  await addColumns(db, portable, {
    table: 'disputes',
    columns: [['answer_errors', integer, (c) => c.notNull().defaultTo(0)]],
  })
}
