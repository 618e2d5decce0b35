import type { Kysely } from 'kysely'
import { addColumns, type Portable } from '../portable.ts'

/** Adds the further payment methods whose payments a merchant sends to an account; null for none. */
export async function up(db: Kysely<unknown>, portable: Portable): Promise<void> {
  await addColumns(db, portable, {
    table: 'processor_accounts',
    columns: [['further_methods', portable.text]],
  })
}
