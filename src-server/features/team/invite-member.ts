import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database, MerchantInvitationRow } from '#db/tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { inTransaction } from '#server/core/context.ts'
import { hashSecret } from '#server/core/secrets/secret-hash.ts'
import { audit } from '#server/services/audit/audit.ts'
import { invitationMailAllowances } from '#server/services/identity/throttle/mail-allowances.ts'
import { takeAllowance } from '#server/services/identity/throttle/take-allowance.ts'
import { deleteWaitingMails } from '#server/services/mail/mails.queries.ts'
import { queueMail } from '#server/services/mail/queue-mail.ts'
import {
  findLanguageByEmail,
  findPreferences,
} from '#server/services/preferences/preferences.queries.ts'
import { toIso } from '#server/shared/day.ts'
import { mailLanguage } from '#server/shared/language.ts'
import { isMemberEmail } from '../merchants/members.queries.ts'
import { homeIdOf } from '../merchants/merchants.rules.ts'
import { writeInvitationMail } from './invitation-mail.ts'
import { type LockedTeam, lockTeamAsOwner, publishTeamChange, type TeamCtx } from './lock-team.ts'
import { insertInvitation, listOpenInvitations, revokeInvitations } from './team.queries.ts'
import { invitationOf } from './team.rules.ts'
import type { CreatedInvitation, InvitationDelivery, NewInvitation } from './team.schema.ts'

export const INVITATION_MS = 7 * 86_400_000

/** Maximum number of open invitations: more than a team needs at once, while the list stays one page long. */
export const MAX_OPEN_INVITATIONS = 50

/**
 * Creates a link with which one person can join. Only the response and the mail to that person contain the link. The
 * mail is queued in the invitation's transaction and sent later.
 */
export async function inviteMember(ctx: TeamCtx, input: NewInvitation): Promise<CreatedInvitation> {
  const delivery = await decideDelivery(ctx, input)
  const language = input.email === null ? 'it' : await languageFor(ctx, input.email)
  return makeInvitation(ctx, input, { delivery, language })
}

type Mailing = { delivery: InvitationDelivery; language: 'it' | 'en' }

/**
 * Returns the delivery of the mail, and counts it against the mail limits. It runs before the invitation's transaction,
 * since other requests use the same counters. An invitation that is then refused still counts.
 */
async function decideDelivery(
  ctx: TeamCtx,
  { email }: Pick<NewInvitation, 'email'>,
): Promise<InvitationDelivery> {
  const { mailer, log } = ctx
  if (email === null || !mailer) return 'none'
  if (await mayMail(ctx, email)) return mailer.isPrinting ? 'printed' : 'queued'
  log.info('an invitation is not mailed: too many lately')
  return 'limited'
}

/** Returns the invited person's chosen language, if any; otherwise the inviter's. */
async function languageFor({ db, actor }: TeamCtx, email: string): Promise<'it' | 'en'> {
  const { provider, user } = actor
  const preferences =
    (await findLanguageByEmail(db, { provider, email })) ??
    (await findPreferences(db, { provider, subject: user.id }))
  return mailLanguage(preferences?.language ?? 'spec')
}

/** Counts a mail against the limits, since any owner can mail strangers. Returns false when a limit is reached. */
const mayMail = async (ctx: TeamCtx, email: string): Promise<boolean> => {
  if (!ctx.config.areRateLimitsOn) return true
  const allowances = invitationMailAllowances(homeIdOf(ctx.merchant), email)
  return takeAllowance(ctx.db as Kysely<Database>, allowances, ctx.now())
}

function makeInvitation(
  ctx: TeamCtx,
  input: NewInvitation,
  mailing: Mailing,
): Promise<CreatedInvitation> {
  const token = randomBytes(32).toString('base64url')
  return inTransaction(ctx, async (inner) => {
    const { self, merchantIds } = await lockTeamAsOwner(inner)
    const { merchantId } = self
    const now = ctx.now()
    const openInvitations = await listOpenInvitations(inner.db, { merchantId, at: toIso(now) })
    if (openInvitations.length >= MAX_OPEN_INVITATIONS) {
      throw new AppError('conflict', 'Too many invitations are open. Revoke some first.', {
        reason: 'too_many_invitations',
      })
    }
    await assertNotInvited(inner, { merchantId, openInvitations, email: input.email })
    const row: MerchantInvitationRow = {
      merchantId,
      id: ctx.newId('inv'),
      tokenHash: hashSecret(token),
      role: input.role,
      email: input.email,
      createdBy: self.subject,
      createdAt: toIso(now),
      expiresAt: toIso(now + INVITATION_MS),
      acceptedAt: null,
      acceptedBy: null,
      revokedAt: null,
    }
    await insertInvitation(inner.db, row)
    const { id, role, email, expiresAt } = row
    await audit(inner, {
      merchantId,
      action: 'invitation.created',
      objectId: id,
      after: { role, email, expiresAt },
    })
    publishTeamChange(inner, merchantIds, { action: 'created', objectId: id })
    // Browsers do not send the part after # to a server, so the token reaches no log.
    const link = `${ctx.config.appUrl}/join#${token}`
    const { delivery } = mailing
    const isMailed = await mailInvitation(inner, row, { link, ...mailing })
    return {
      ...invitationOf(row, isMailed && delivery === 'queued' ? 'waiting' : null),
      link,
      delivery,
    }
  })
}

/** Throws `conflict` when the e-mail address is already invited or belongs to a member. Letter case is ignored. */
async function assertNotInvited(
  { db, actor }: TeamCtx,
  {
    merchantId,
    openInvitations,
    email,
  }: {
    merchantId: string
    openInvitations: readonly MerchantInvitationRow[]
    email: string | null
  },
): Promise<void> {
  if (email === null) return
  const isInvitedAddress = (other: string | null) => other?.toLowerCase() === email.toLowerCase()
  const isOwn = isInvitedAddress(actor.user.email)
  if (isOwn || (await isMemberEmail(db, { merchantId, email }, { needsProof: false }))) {
    const problem = isOwn ? 'This is your own address' : 'This address belongs to a member'
    throw new AppError('conflict', `${problem}: it needs no invitation.`, {
      reason: 'already_in_team',
    })
  }
  if (!openInvitations.some((each) => isInvitedAddress(each.email))) return
  throw new AppError('conflict', 'This address is invited already. Revoke that invitation first.', {
    reason: 'already_invited',
  })
}

/** Queues the invitation's mail. Returns false when there is none to send. */
async function mailInvitation(
  inner: TeamCtx,
  { merchantId, id, role, email, expiresAt }: MerchantInvitationRow,
  { link, delivery, language }: Mailing & { link: string },
): Promise<boolean> {
  if (email === null || delivery === 'none' || delivery === 'limited') return false
  const { businessName } = inner.merchant
  return queueMail(inner, {
    kind: 'invitation',
    to: email,
    language,
    letter: writeInvitationMail(businessName, { role, link }, language),
    merchantId,
    objectId: id,
    notAfterMs: Date.parse(expiresAt),
  })
}

/** Revokes an invitation. Its link stops working at once. */
export function revokeInvitation(ctx: TeamCtx, { id }: { id: string }): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    const team = await lockTeamAsOwner(inner)
    const isRevoked = await revoke(inner, team, { id })
    if (!isRevoked) throw new AppError('not_found', 'There is no such invitation.')
  })
}

/** Revokes the invitations of a former owner, who could use their links to join again. */
export async function revokeInvitationsOf(
  ctx: TeamCtx,
  team: LockedTeam,
  createdBy: string,
): Promise<void> {
  await revoke(ctx, team, { createdBy })
}

async function revoke(
  ctx: TeamCtx,
  { self: { merchantId }, merchantIds }: LockedTeam,
  which: { id: string } | { createdBy: string },
): Promise<boolean> {
  const revoked = await revokeInvitations(ctx.db, { merchantId, at: toIso(ctx.now()), ...which })
  const objectIds = revoked.map(({ id }) => id)
  if (objectIds.length > 0) {
    await deleteWaitingMails(ctx.db, { merchantId, kind: 'invitation', objectIds })
  }
  for (const { id, role, email } of revoked) {
    await audit(ctx, {
      merchantId,
      action: 'invitation.revoked',
      objectId: id,
      before: { role, email },
    })
    publishTeamChange(ctx, merchantIds, { action: 'changed', objectId: id })
  }
  return revoked.length > 0
}
