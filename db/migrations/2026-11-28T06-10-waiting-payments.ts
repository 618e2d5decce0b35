import { type Kysely, sql } from 'kysely'

/**
 * Indexes the open payments by the step that they wait for. Payments that are final, or that only their processor
 * can continue, have no entry. Queries find the index by this expression, so they repeat it to the letter.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const step = sql.raw(`(case when status <> 'pending' then null
    when payment_method = 'bank' then 'transfer'
    when stage = 'authorized' then 'capture'
    when stage = 'awaiting_payer' or stage = 'requires_action' then 'customer' end)`)
  await sql`
    create index transactions_waiting on transactions (merchant_id, ${step}, created_at, id)
    where ${step} is not null
  `.execute(db)
}
