import { type Kysely, sql } from 'kysely'

/**
 * Indexes payments by the type of the method that paid them. Invented payments, which all have the same type, have no
 * entry. Queries find the index only if they repeat its condition.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index transactions_method on transactions (merchant_id, method_type, created_at, id)
    where method_type <> 'sandbox'
  `.execute(db)
}
