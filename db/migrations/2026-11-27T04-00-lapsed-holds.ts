import { type Kysely, sql } from 'kysely'
import { addColumns, type Portable, tableText, writeTableText } from '../portable.ts'

/** Adds a mark for transfers that no longer reserve a use of their link, because they stayed unpaid for hours. */
export async function up(db: Kysely<unknown>, portable: Portable): Promise<void> {
  const { text, integer } = portable
  await addColumns(db, portable, {
    table: 'payment_links',
    columns: [['lapsed', integer, (c) => c.notNull().defaultTo(0)]],
  })
  await addColumns(db, portable, {
    table: 'payment_link_answers',
    columns: [['lapsed_at', text]],
  })
  await replaceLimit(db, portable)
  // Makes open transfers due now, so that a job finds transfers that already waited for too long.
  await sql`update transactions set next_check_at = created_at
    where next_check_at is not null and processor = 'transfer' and link_id is not null`.execute(db)
}

const BEFORE = 'payments - failed <= max_uses'
const AFTER = 'payments - failed - lapsed <= max_uses'

/** Excludes payments that reserve no use from the limit of a link's uses. */
async function replaceLimit(db: Kysely<unknown>, { dialect }: Portable): Promise<void> {
  if (dialect === 'postgres') {
    await sql`alter table payment_links drop constraint payment_links_uses`.execute(db)
    await sql`alter table payment_links add constraint payment_links_uses
      check (max_uses is null or ${sql.raw(AFTER)})`.execute(db)
    return
  }
  const text = await tableText(db, 'payment_links')
  if (!text.includes(BEFORE)) throw new Error('payment_links has no limit of uses')
  await writeTableText(db, 'payment_links', text.replace(BEFORE, AFTER))
}
