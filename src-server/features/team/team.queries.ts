import type { Db, MerchantInvitationRow, MerchantMemberRow } from '#db/tables.ts'

type Where = { merchantId: string }
type Member = Pick<MerchantMemberRow, 'merchantId' | 'provider' | 'subject'>

/** Lists members, in the order in which they joined. */
export const listMembers = (db: Db, { merchantId }: Where) =>
  db
    .selectFrom('merchantMembers')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .orderBy('createdAt')
    .orderBy('subject')
    .execute()

/** Finds a member by the id of their account. */
export const findMember = (
  db: Db,
  { merchantId, subject }: Pick<Member, 'merchantId' | 'subject'>,
) =>
  db
    .selectFrom('merchantMembers')
    .select(['provider', 'subject'])
    .where('merchantId', '=', merchantId)
    .where('subject', '=', subject)
    .executeTakeFirst()

export const updateMemberRole = (
  db: Db,
  { merchantId, provider, subject }: Member,
  role: MerchantMemberRow['role'],
) =>
  db
    .updateTable('merchantMembers')
    .set({ role })
    .where('merchantId', '=', merchantId)
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .execute()

export const deleteMember = (db: Db, { merchantId, provider, subject }: Member) =>
  db
    .deleteFrom('merchantMembers')
    .where('merchantId', '=', merchantId)
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .execute()

export const insertInvitation = (db: Db, row: MerchantInvitationRow) =>
  db.insertInto('merchantInvitations').values(row).execute()

/** Lists invitations that are not accepted, revoked or expired, the newest first. */
export const listOpenInvitations = (db: Db, { merchantId, at }: Where & { at: string }) =>
  db
    .selectFrom('merchantInvitations')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', at)
    .orderBy('id', 'desc')
    .execute()

/** Finds the open invitation with this token, of any merchant, with the name of the business. */
export const findOpenInvitationByToken = (db: Db, token: { tokenHash: string; at: string }) =>
  db
    .selectFrom('merchantInvitations')
    .innerJoin('merchants', 'merchants.id', 'merchantInvitations.merchantId')
    .selectAll('merchantInvitations')
    .select('merchants.businessName')
    .where('tokenHash', '=', token.tokenHash)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', token.at)
    .executeTakeFirst()

/**
 * Marks an open invitation as accepted. Returns undefined when it is no longer open: two people cannot use one link.
 */
export const markInvitationAccepted = (
  db: Db,
  { merchantId, id }: Where & { id: string },
  { at, acceptedBy }: { at: string; acceptedBy: string },
) =>
  db
    .updateTable('merchantInvitations')
    .set({ acceptedAt: at, acceptedBy })
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', at)
    .returningAll()
    .executeTakeFirst()

/** Revokes an open invitation, or all that a person created; returns the revoked ones. */
export function revokeInvitations(
  db: Db,
  { merchantId, at, ...which }: Where & { at: string } & ({ id: string } | { createdBy: string }),
): Promise<MerchantInvitationRow[]> {
  const query = db
    .updateTable('merchantInvitations')
    .set({ revokedAt: at })
    .where('merchantId', '=', merchantId)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', at)
  return (
    'id' in which
      ? query.where('id', '=', which.id)
      : query.where('createdBy', '=', which.createdBy)
  )
    .returningAll()
    .execute()
}

/**
 * Deletes up to `limit` expired invitations of all merchants, used and revoked ones included. The audit log keeps their
 * history.
 */
export async function pruneInvitations(
  db: Db,
  { at, limit }: { at: string; limit: number },
): Promise<number> {
  const ended = db
    .selectFrom('merchantInvitations')
    .select('tokenHash')
    .where('expiresAt', '<=', at)
    .limit(limit)
  const { numDeletedRows } = await db
    .deleteFrom('merchantInvitations')
    .where('tokenHash', 'in', ended)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
