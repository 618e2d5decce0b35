import { type Kysely, sql } from 'kysely'
import type { Portable } from '../portable.ts'

/**
 * Creates the state of a move to or from another database. A server reads it before it starts: it must not start on a
 * database that is being filled, or whose data are elsewhere.
 */
export async function up(db: Kysely<unknown>, { text, tableEnd }: Portable): Promise<void> {
  await db.schema
    .createTable('database_moves')
    .modifyEnd(tableEnd)
    .addColumn('side', text, (c) => c.primaryKey().notNull().check(sql`side in ('from', 'to')`))
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('other', text, (c) => c.notNull())
    .addColumn('state', text, (c) =>
      c.notNull().check(sql`state in ('copying', 'closing', 'closed', 'moved', 'filling', 'done')`),
    )
    .addColumn('began_at', text, (c) => c.notNull())
    .addColumn('changed_at', text, (c) => c.notNull())
    .execute()
}
