import { isUniqueViolation } from '#db/failures.ts'
import type { MerchantInvitationRow } from '#db/tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { type Ctx, inTransaction, type UserCtx } from '#server/core/context.ts'
import type { Merchant } from '#server/core/merchant.schema.ts'
import { hashSecret } from '#server/core/secrets/secret-hash.ts'
import { audit } from '#server/services/audit/audit.ts'
import {
  findPreferences,
  upsertPreferences,
} from '#server/services/preferences/preferences.queries.ts'
import type { CurrentUser } from '#server/shared/current-user.ts'
import { toIso } from '#server/shared/day.ts'
import type { MailLanguage } from '#server/shared/language.ts'
import {
  findMerchantOf,
  insertMember,
  lockMerchantRow,
  type Person,
} from '../merchants/merchants.queries.ts'
import { idsInBothModes, merchantOf } from '../merchants/merchants.rules.ts'
import { publishTeamChange } from './lock-team.ts'
import { findMember, findOpenInvitationByToken, markInvitationAccepted } from './team.queries.ts'
import type { InvitationToken, OfferedMembership, TeamRole } from './team.schema.ts'

/** Returns the same error for unknown, used, expired and revoked invitations: it does not reveal that one existed. */
const noOpenInvitation = () =>
  new AppError('not_found', 'This invitation does not exist or has ended.')

const alreadyMember = (cause?: unknown) =>
  new AppError('conflict', 'You already belong to a business.', {
    reason: 'already_member',
    cause,
  })

async function findOpenInvitation(ctx: Ctx, token: string) {
  const invitation = await findOpenInvitationByToken(ctx.db, {
    tokenHash: hashSecret(token),
    at: toIso(ctx.now()),
  })
  if (!invitation) throw noOpenInvitation()
  return invitation
}

/** Returns the offer of an invitation to a visitor with its link. */
export async function readOffer(ctx: Ctx, { token }: InvitationToken): Promise<OfferedMembership> {
  const { businessName, role, expiresAt, ...origin } = await findOpenInvitation(ctx, token)
  return { businessName, role, expiresAt, language: await findInviterLanguage(ctx, origin) }
}

/** Makes the signed-in person a member of the merchant that invited them. A link works once. */
export async function acceptInvitation(
  ctx: UserCtx,
  { token }: InvitationToken,
): Promise<Merchant> {
  try {
    return await inTransaction(ctx, (inner) => joinTeam(inner, token))
  } catch (error) {
    // A person belongs to one merchant: the unique index decides when two links are used at once.
    if (isUniqueViolation(error)) throw alreadyMember(error)
    throw error
  }
}

async function joinTeam(ctx: UserCtx, token: string): Promise<Merchant> {
  const { db, dialect, actor } = ctx
  const { merchantId, id, email } = await findOpenInvitation(ctx, token)
  if (email !== null) assertInvited(email, actor.user)
  const person = { provider: actor.provider, subject: actor.user.id }
  if (await findMerchantOf(db, person)) throw alreadyMember()
  const merchant = await lockMerchantRow(db, { dialect, merchantId, hold: 'team' })
  const at = toIso(ctx.now())
  const accepted = await markInvitationAccepted(
    db,
    { merchantId, id },
    { at, acceptedBy: actor.user.id },
  )
  if (!merchant || !accepted) throw noOpenInvitation()
  await insertMember(db, { ...person, merchantId, role: accepted.role, createdAt: at })
  await copyLanguage(ctx, person, accepted)
  const merchantIds = idsInBothModes(merchant)
  await auditJoining(ctx, { merchantId, merchantIds, invitationId: id, role: accepted.role })
  return merchantOf(merchant)
}

/** Gives a new member without a chosen language the inviter's language. */
async function copyLanguage(
  ctx: UserCtx,
  person: Person,
  invitation: InvitationOrigin,
): Promise<void> {
  if (await findPreferences(ctx.db, person)) return
  const language = await findInviterLanguage(ctx, invitation)
  if (language === null) return
  await upsertPreferences(ctx.db, { ...person, language, updatedAt: toIso(ctx.now()) })
}

type InvitationOrigin = Pick<MerchantInvitationRow, 'merchantId' | 'createdBy'>

/** Returns the language that the inviter chose; null without a choice, and for `spec`, which mixes two languages. */
async function findInviterLanguage(
  { db }: Ctx,
  { merchantId, createdBy }: InvitationOrigin,
): Promise<MailLanguage | null> {
  const inviter = await findMember(db, { merchantId, subject: createdBy })
  const preferences = inviter && (await findPreferences(db, inviter))
  return preferences && preferences.language !== 'spec' ? preferences.language : null
}

function assertInvited(invited: string, { email }: CurrentUser): void {
  if (email.toLowerCase() === invited.toLowerCase()) return
  // The e-mail address is empty while the sign-in provider is down.
  if (email === '') {
    throw new AppError('unavailable', 'Your e-mail address is not known. Please try again.', {
      reason: 'email_unknown',
    })
  }
  throw new AppError('forbidden', 'This invitation is for another e-mail address.', {
    reason: 'other_email',
  })
}

async function auditJoining(
  ctx: UserCtx,
  joined: {
    merchantId: string
    merchantIds: readonly string[]
    invitationId: string
    role: TeamRole
  },
): Promise<void> {
  const { merchantId, merchantIds, invitationId, role } = joined
  const userId = ctx.actor.user.id
  await audit(ctx, {
    merchantId,
    action: 'member.joined',
    objectId: userId,
    after: { role, invitationId },
  })
  publishTeamChange(ctx, merchantIds, { action: 'created', objectId: userId })
}
