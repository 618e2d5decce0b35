import type { Kysely } from 'kysely'
import { addColumns, type Portable } from '../portable.ts'

/** Adds the processor's id of an account, which identifies an account that is connected again. */
export async function up(db: Kysely<unknown>, portable: Portable): Promise<void> {
  await addColumns(db, portable, {
    table: 'processor_accounts',
    columns: [['account_ref', portable.text]],
  })
}
