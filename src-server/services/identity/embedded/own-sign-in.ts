import { AppError } from '#server/core/calls/errors.ts'
import type { UserCtx } from '#server/core/context.ts'
import type { Account } from '#server/core/ports/identity.ts'
import { auditPerson } from '#server/services/audit/audit.ts'
import type { AuditAction } from '#server/services/audit/audit-actions.ts'

type OwnChange = { action: AuditAction; after?: object }

const auditOwnChange = (ctx: UserCtx, change: OwnChange): Promise<void> => {
  const { provider, user } = ctx.actor
  return auditPerson(ctx, { provider, subject: user.id }, change)
}

/**
 * Ends one of the caller's sessions.
 * @throws AppError `not_found` when the caller has no such session.
 */
export async function endSession(ctx: UserCtx, account: Account, sessionId: string): Promise<void> {
  const isEnded = await account.endSession({ userId: ctx.actor.user.id, sessionId })
  if (!isEnded) throw new AppError('not_found', 'There is no such session.')
  await auditOwnChange(ctx, { action: 'member.sessions_ended', after: { ended: 1 } })
}

/** Ends all sessions of the caller except the current one; returns how many. */
export async function endOtherSessions(ctx: UserCtx, account: Account): Promise<number> {
  const { user, session } = ctx.actor
  const ended = await account.endOtherSessions({ userId: user.id, sessionId: session.id })
  if (ended > 0) await auditOwnChange(ctx, { action: 'member.sessions_ended', after: { ended } })
  return ended
}

/** Confirms the caller's identity again by password, for calls that require it. */
export async function confirmSignIn(
  ctx: UserCtx,
  account: Account,
  password: string,
): Promise<void> {
  const { user, session } = ctx.actor
  const { address } = ctx
  const outcome = await account.confirm(
    { userId: user.id, sessionId: session.id, password, address },
    async (db, { hasLocked }) => {
      const inner = { ...ctx, db }
      const after = { for: 'confirmation' }
      await auditOwnChange(inner, { action: 'member.confirmation_refused', after })
      if (hasLocked) await auditOwnChange(inner, { action: 'member.locked_out' })
    },
  )
  if (outcome === 'password_wrong') {
    throw new AppError('invalid', 'The password is not right.', { reason: outcome })
  }
  if (outcome === 'no_password') {
    const message = 'You have no password here. Sign out and in again to confirm that it is you.'
    throw new AppError('invalid', message, { reason: outcome })
  }
  await auditOwnChange(ctx, { action: 'member.confirmed' })
}
