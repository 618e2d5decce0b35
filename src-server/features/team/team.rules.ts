import type { MerchantInvitationRow, MerchantMemberRow } from '#db/tables.ts'
import type { CurrentUser } from '#server/shared/current-user.ts'
import type { Invitation, TeamMember } from './team.schema.ts'

type Person = { provider: string; subject: string }

export const isSamePerson = (one: Person, other: Person): boolean =>
  one.provider === other.provider && one.subject === other.subject

/** Returns a member for the dashboard, from the row and the identity provider's data. */
export const teamMemberOf = (
  row: MerchantMemberRow,
  user: CurrentUser | undefined,
  self: Person,
): TeamMember => ({
  userId: row.subject,
  isKnown: user !== undefined,
  name: (user && `${user.firstName} ${user.lastName}`.trim()) || null,
  email: user?.email || null,
  pictureUrl: user?.profileImageUrl || null,
  role: row.role,
  joinedAt: row.createdAt,
  isYou: isSamePerson(row, self),
})

export const invitationOf = (row: MerchantInvitationRow, mail: Invitation['mail']): Invitation => ({
  id: row.id,
  role: row.role,
  email: row.email,
  createdAt: row.createdAt,
  expiresAt: row.expiresAt,
  mail,
})

/**
 * Returns whether an owner other than `leaving` remains. A member of another sign-in provider cannot sign in and does
 * not count.
 */
export const hasOtherOwner = (
  members: readonly MerchantMemberRow[],
  leaving: Person,
  provider: string,
): boolean =>
  members.some(
    (member) =>
      member.role === 'owner' && member.provider === provider && !isSamePerson(member, leaving),
  )
