import { type Kysely, sql } from 'kysely'
import type { Portable } from '../portable.ts'

interface Views {
  saved_views: { merchant_id: string; provider: string; subject: string; id: string; name: string }
}

/**
 * Adds the list to which a view belongs; existing views are of payments. A person's names are unique within a list, so
 * views that share a name get numbers. A person has at most fifty views, so there are few in all.
 */
export async function up(db: Kysely<unknown>, { text }: Portable): Promise<void> {
  await db.schema
    .alterTable('saved_views')
    .addColumn('list', text, (c) =>
      c.notNull().defaultTo('transactions').check(sql`list in ('transactions', 'refunds')`),
    )
    .execute()
  await numberNames(db as Kysely<Views>)
  await db.schema
    .createIndex('saved_views_name')
    .on('saved_views')
    .columns(['merchant_id', 'provider', 'subject', 'list', 'name'])
    .unique()
    .execute()
}

async function numberNames(db: Kysely<Views>): Promise<void> {
  const rows = await db.selectFrom('saved_views').selectAll().orderBy('id').execute()
  const keyOf = (row: (typeof rows)[number], name: string) =>
    JSON.stringify([row.merchant_id, row.provider, row.subject, name])
  const taken = new Set(rows.map((row) => keyOf(row, row.name)))
  const seen = new Set<string>()
  for (const row of rows) {
    const isFirst = !seen.has(keyOf(row, row.name))
    seen.add(keyOf(row, row.name))
    if (isFirst) continue
    const name = freeName(row.name, (free) => !taken.has(keyOf(row, free)))
    taken.add(keyOf(row, name))
    await db
      .updateTable('saved_views')
      .set({ name })
      .where('merchant_id', '=', row.merchant_id)
      .where('provider', '=', row.provider)
      .where('subject', '=', row.subject)
      .where('id', '=', row.id)
      .execute()
  }
}

const LONGEST = 60

function freeName(name: string, isFree: (name: string) => boolean): string {
  for (let number = 2; ; number++) {
    const end = ` (${number})`
    const free = `${name.slice(0, LONGEST - end.length)}${end}`
    if (isFree(free)) return free
  }
}
