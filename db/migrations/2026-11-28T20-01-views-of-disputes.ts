import { type Kysely, sql } from 'kysely'
import { type Portable, tableText, writeTableText } from '../portable.ts'

const LISTS = /check \(list in \(([^)]*)\)\)/i

/** Allows saved views of disputes. Every existing row passes the wider check. */
export async function up(db: Kysely<unknown>, { dialect }: Portable): Promise<void> {
  if (dialect === 'postgres') {
    await sql`alter table saved_views drop constraint saved_views_list_check`.execute(db)
    await sql`
      alter table saved_views add constraint saved_views_list_check
      check (list in ('transactions', 'refunds', 'payment_links', 'disputes'))
    `.execute(db)
    return
  }
  const text = await tableText(db, 'saved_views')
  const [, lists] = LISTS.exec(text) ?? []
  if (lists === undefined) throw new Error('the table of views is not as it was made')
  await writeTableText(
    db,
    'saved_views',
    text.replace(LISTS, `check (list in (${lists}, 'disputes'))`),
  )
}
