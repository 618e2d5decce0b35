import type { Kysely } from 'kysely'

/** Indexes audit entries by actor and by object, newest first, without reading all of a merchant's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('audit_log_actor')
    .on('audit_log')
    .columns(['merchant_id', 'actor', 'id'])
    .execute()
  await db.schema
    .createIndex('audit_log_object')
    .on('audit_log')
    .columns(['merchant_id', 'object_id', 'id'])
    .execute()
}
