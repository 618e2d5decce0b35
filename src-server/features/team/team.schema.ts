import { z } from 'zod'
import { mailLanguages } from '#server/shared/language.ts'
import { MemberRole } from '#server/shared/member-role.ts'
import { Email, Instant, withoutNull } from '#server/shared/text/text.ts'

export const TeamRole = MemberRole
export type TeamRole = MemberRole

export const TeamMember = z.strictObject({
  userId: z.string(),
  /** False if the identity provider no longer has the person, so that there is no data to show. */
  isKnown: z.boolean(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  pictureUrl: z.string().nullable(),
  role: TeamRole,
  joinedAt: Instant,
  isYou: z.boolean(),
})
export type TeamMember = z.infer<typeof TeamMember>

export const Invitation = z.strictObject({
  id: z.string(),
  role: TeamRole,
  /** The only e-mail address that may accept; null where anyone with the link may. */
  email: z.string().nullable(),
  createdAt: Instant,
  expiresAt: Instant,
  /** Delivery status of the mail with the link; null where no mail is stored: none was sent, or long ago. */
  mail: z.enum(['waiting', 'sent', 'failed']).nullable(),
})
export type Invitation = z.infer<typeof Invitation>

export const Team = z.strictObject({
  members: z.array(TeamMember),
  /** Open invitations, for owners; empty for staff. */
  invitations: z.array(Invitation),
})
export type Team = z.infer<typeof Team>

export const OwnRole = z.strictObject({ role: TeamRole })

export const NewInvitation = z.strictObject({
  role: TeamRole,
  // An untouched form field sends nothing, null or an empty text: all three mean "anyone with the link".
  email: z
    .union([Email, z.string().trim().pipe(z.literal(''))])
    .nullish()
    .transform((value) => value || null),
})
export type NewInvitation = z.infer<typeof NewInvitation>

/**
 * Delivery of the mail with the link.
 * - `none`: there is no e-mail address to send it to, or no mail server.
 * - `queued`: it is sent as soon as the mail server accepts it; the list shows its status.
 * - `printed`: it is printed in the server's own output, as in development without a mail server.
 * - `limited`: this mailbox or this business has had too many of these mails lately.
 */
export const InvitationDelivery = z.enum(['none', 'queued', 'printed', 'limited'])
export type InvitationDelivery = z.infer<typeof InvitationDelivery>

export const CreatedInvitation = Invitation.extend({
  /** The link, shown in this response only. */
  link: z.string(),
  delivery: InvitationDelivery,
})
export type CreatedInvitation = z.infer<typeof CreatedInvitation>

export const InvitationRef = z.strictObject({ id: withoutNull(z.string().min(1).max(64)) })

/** The part of a link after the #. Text that is not a token counts as an unknown invitation. */
export const InvitationToken = z.strictObject({ token: z.string().min(1).max(200) })
export type InvitationToken = z.infer<typeof InvitationToken>

/** Details that a visitor with the link sees before accepting. */
export const OfferedMembership = z.strictObject({
  businessName: z.string(),
  role: TeamRole,
  expiresAt: Instant,
  /** The inviter's language, for the page of the invitation; null when the inviter has not chosen one. */
  language: z.enum(mailLanguages).nullable(),
})
export type OfferedMembership = z.infer<typeof OfferedMembership>

export const MemberRef = z.strictObject({ userId: withoutNull(z.string().min(1).max(200)) })
export type MemberRef = z.infer<typeof MemberRef>

export const ChangeRole = z.strictObject({ ...MemberRef.shape, role: TeamRole })
export type ChangeRole = z.infer<typeof ChangeRole>

/** Actors as histories record them: `user:` or `key:` and an id. */
export const NameActors = z.strictObject({
  actors: z.array(withoutNull(z.string().max(100))).max(100),
})

/** The requested actors that have a name here. */
export const NamedActors = z.array(z.strictObject({ actor: z.string(), name: z.string() }))
