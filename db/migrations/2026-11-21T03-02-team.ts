import { type Kysely, sql } from 'kysely'
import type { Portable } from '../portable.ts'

/** Creates invitations to act for a merchant. The link contains the token; only its SHA-256 is stored. */
export async function up(db: Kysely<unknown>, { text, tableEnd }: Portable): Promise<void> {
  await db.schema
    .createTable('merchant_invitations')
    .modifyEnd(tableEnd)
    .addColumn('merchant_id', text, (c) => c.notNull().references('merchants.id'))
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('token_hash', text, (c) => c.notNull())
    .addColumn('role', text, (c) => c.notNull().check(sql`role in ('owner', 'staff')`))
    .addColumn('email', text)
    .addColumn('created_by', text, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('expires_at', text, (c) => c.notNull())
    .addColumn('accepted_at', text)
    .addColumn('accepted_by', text)
    .addColumn('revoked_at', text)
    .addPrimaryKeyConstraint('merchant_invitations_pk', ['merchant_id', 'id'])
    .addCheckConstraint(
      'merchant_invitations_accepted',
      sql`(accepted_at is null) = (accepted_by is null)`,
    )
    .addCheckConstraint(
      'merchant_invitations_ended_once',
      sql`accepted_at is null or revoked_at is null`,
    )
    .execute()
  // An invited person has only the token: this index finds the invitation.
  await db.schema
    .createIndex('merchant_invitations_token')
    .unique()
    .on('merchant_invitations')
    .column('token_hash')
    .execute()
}
