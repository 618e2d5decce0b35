import { type Kysely, sql } from 'kysely'
import { type Portable, tableText, writeTableText } from '../portable.ts'

/**
 * Allows disputes in the queue from which the sandbox's balance is read, and queues the existing disputes. Adds an
 * index of reserved entries, so that the entries behind a reserved amount are listed quickly.
 */
export async function up(db: Kysely<unknown>, portable: Portable): Promise<void> {
  await allowDisputes(db, portable)
  await sql`
    insert into sandbox_open_facts (merchant_id, kind, object_id, check_at)
    select merchant_id, 'dispute', id || ' 1', updated_at from disputes where processor = 'sandbox'
  `.execute(db)
  await sql`create index balance_entries_reserved on balance_entries
    (merchant_id, balance_account_id, id) where balance_type <> 'payments'`.execute(db)
}

const TABLE = 'sandbox_open_facts'
const before = `check (kind in ('payment', 'refund'))`
const after = `check (kind in ('payment', 'refund', 'dispute'))`

/** Allows disputes in the queue. Every existing row passes the wider check. */
async function allowDisputes(db: Kysely<unknown>, { dialect }: Portable): Promise<void> {
  if (dialect === 'postgres') {
    await sql`alter table sandbox_open_facts drop constraint sandbox_open_facts_kind_check`.execute(
      db,
    )
    await sql`alter table sandbox_open_facts add constraint sandbox_open_facts_kind_check ${sql.raw(after)}`.execute(
      db,
    )
    return
  }
  const text = await tableText(db, TABLE)
  if (!text.includes(before)) throw new Error(`the table ${TABLE} is not as it was made`)
  await writeTableText(db, TABLE, text.replace(before, after))
}
