import type { Kysely } from 'kysely'
import { addColumns, type Portable } from '../portable.ts'

/** Adds what a processor calls an account, by which one that is connected again is recognised. */
export async function up(db: Kysely<unknown>, portable: Portable): Promise<void> {
  await addColumns(db, portable, {
    table: 'processor_accounts',
    columns: [['account_ref', portable.text]],
  })
}
