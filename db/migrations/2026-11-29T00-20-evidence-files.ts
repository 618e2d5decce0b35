import type { Kysely } from 'kysely'
import { addColumns, type Portable } from '../portable.ts'

/**
 * Adds what Incasso needs to upload a file of evidence to the processor only once. `version`: version of the draft that
 * the merchant's upload created, part of the idempotency key of Incasso's upload to the processor. `processor_ref`: the
 * processor's id of the file. `answer_errors`: number of the processor's error responses to the merchant's answer. It
 * is part of the next idempotency key, because a processor repeats an error to the same key.
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
