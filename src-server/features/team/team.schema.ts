import { z } from 'zod'
import { Email, Instant, withoutNull } from '#server/shared/text/text.ts'

export const TeamRole = z.enum(['owner', 'staff'])
export type TeamRole = z.infer<typeof TeamRole>

export const TeamMember = z.strictObject({
  userId: z.string(),
  /** False for a person that the identity provider no longer knows; then there is nothing to show. */
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
  /** The address that alone may accept it; null where the link is enough. */
  email: z.string().nullable(),
  createdAt: Instant,
  expiresAt: Instant,
  /** How the mail with the link fares; null where none was to be sent, or that is long ago. */
  mail: z.enum(['waiting', 'sent', 'failed']).nullable(),
})
export type Invitation = z.infer<typeof Invitation>

export const Team = z.strictObject({
  members: z.array(TeamMember),
  /** The open ones, for owners; staff see none. */
  invitations: z.array(Invitation),
})
export type Team = z.infer<typeof Team>

export const OwnRole = z.strictObject({ role: TeamRole })

export const NewInvitation = z.strictObject({
  role: TeamRole,
  // An untouched field of a form sends nothing, null or an empty text: all three mean "any person with the link".
  email: z
    .union([Email, z.string().trim().pipe(z.literal(''))])
    .nullish()
    .transform((value) => value || null),
})
export type NewInvitation = z.infer<typeof NewInvitation>

/**
 * What becomes of the mail with the link.
 * - `none`: there is no address to mail it to, or no mail server.
 * - `queued`: it is sent as soon as the mail server takes it; the list says what came of it.
 * - `printed`: it stands in the server's own output, as in development without a mail server.
 * - `limited`: this mailbox or this business has had too many of them lately.
 */
export const InvitationDelivery = z.enum(['none', 'queued', 'printed', 'limited'])
export type InvitationDelivery = z.infer<typeof InvitationDelivery>

export const CreatedInvitation = Invitation.extend({
  /** Shown this once. */
  link: z.string(),
  delivery: InvitationDelivery,
})
export type CreatedInvitation = z.infer<typeof CreatedInvitation>

export const InvitationRef = z.strictObject({ id: withoutNull(z.string().min(1).max(64)) })

/** What follows the # of a link. Whatever is no token is an invitation that does not exist. */
export const InvitationToken = z.strictObject({ token: z.string().min(1).max(200) })
export type InvitationToken = z.infer<typeof InvitationToken>

/** What a visitor with the link may know before they accept. */
export const OfferedMembership = z.strictObject({
  businessName: z.string(),
  role: TeamRole,
  expiresAt: Instant,
})
export type OfferedMembership = z.infer<typeof OfferedMembership>

export const MemberRef = z.strictObject({ userId: withoutNull(z.string().min(1).max(200)) })
export type MemberRef = z.infer<typeof MemberRef>

export const ChangeRole = z.strictObject({ ...MemberRef.shape, role: TeamRole })
export type ChangeRole = z.infer<typeof ChangeRole>

/** Who did something, as histories write it: `user:` or `key:` and an id. */
export const NameActors = z.strictObject({
  actors: z.array(withoutNull(z.string().max(100))).max(100),
})

/** Those of them who have a name here. */
export const NamedActors = z.array(z.strictObject({ actor: z.string(), name: z.string() }))
