import { type Kysely, sql } from 'kysely'
import type { Portable } from '../portable.ts'

/**
 * Where the data of this database are going to, or came from. A server reads it before it starts: on a database that
 * is being filled, or whose data are elsewhere, it must not.
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
