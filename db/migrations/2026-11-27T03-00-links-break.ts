import type { Kysely } from 'kysely'
import { addColumns, type Portable } from '../portable.ts'

/** Adds the time until which all links of a merchant are paused: one value, however many links there are. */
export async function up(db: Kysely<unknown>, portable: Portable): Promise<void> {
  await addColumns(db, portable, {
    table: 'merchants',
    columns: [['links_paused_until', portable.text]],
  })
}
