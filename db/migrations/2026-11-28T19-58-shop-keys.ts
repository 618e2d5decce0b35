import { type Kysely, sql } from 'kysely'
import { addColumns, type Portable } from '../portable.ts'

/**
 * Adds the shop of an API key with the scope `shop`; a key that replaces such a key has the same shop. Also adds the
 * shop of each payment that such a key made. All other payments have no entry in the index.
 */
export async function up(db: Kysely<unknown>, portable: Portable): Promise<void> {
  const { text } = portable
  await addColumns(db, portable, { table: 'api_keys', columns: [['shop_id', text]] })
  await addColumns(db, portable, { table: 'transactions', columns: [['shop_id', text]] })
  await sql`
    create index transactions_shop on transactions (merchant_id, shop_id, created_at, id)
    where shop_id is not null
  `.execute(db)
}
