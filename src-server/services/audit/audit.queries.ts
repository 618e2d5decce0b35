import { sql } from 'kysely'
import type { AuditLogRow, Db } from '#db/tables.ts'
import type { AuditAction } from './audit-actions.ts'

/** A person, identified by id or by the e-mail address of an account stored here. */
export type PersonIdentifier = { provider: string } & ({ subject: string } | { email: string })

type LatestEntry = Pick<AuditLogRow, 'merchantId' | 'objectId'> & {
  actions: readonly AuditAction[]
}
type Entry = Omit<AuditLogRow, 'merchantId' | 'objectId'>

export const insertEntry = (db: Db, row: AuditLogRow) =>
  db.insertInto('auditLog').values(row).execute()

/** Finds the newest entry about an object with one of these actions. */
export const findLatestEntry = (
  db: Db,
  { merchantId, objectId, actions }: LatestEntry,
): Promise<AuditLogRow | undefined> =>
  db
    .selectFrom('auditLog')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('objectId', '=', objectId)
    .where('action', 'in', [...actions])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * Adds the entry for each merchant of the person, if any. Always runs exactly one statement: its duration must not
 * reveal to an attacker whether the account exists.
 */
export async function insertEntriesOfPerson(
  db: Db,
  person: PersonIdentifier,
  entry: Entry,
): Promise<void> {
  const { id, at, actor, action, before, after, address, requestId } = entry
  const subject =
    'subject' in person
      ? sql`${person.subject}`
      : sql`(select id from auth_users where email = ${person.email.toLowerCase()})`
  await sql`
    insert into audit_log (merchant_id, object_id, id, at, actor, action, before, after, address, request_id)
    select merchant_id, subject, ${id}, ${at}, ${actor}, ${action}, ${before}, ${after}, ${address}, ${requestId}
    from merchant_members where provider = ${person.provider} and subject = ${subject}
  `.execute(db)
}
