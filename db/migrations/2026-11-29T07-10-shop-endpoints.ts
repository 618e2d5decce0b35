import type { Kysely } from 'kysely'
import type { Portable } from '../portable.ts'

/**
 * Adds the shop of a webhook endpoint that an API key with the scope `shop` made. Such an endpoint receives events
 * about the payments of its shop only. Existing endpoints have no shop.
 */
export async function up(db: Kysely<unknown>, { text }: Portable): Promise<void> {
  await db.schema.alterTable('webhook_endpoints').addColumn('shop_id', text).execute()
}
