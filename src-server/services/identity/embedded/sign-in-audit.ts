import type { AuditFailure, HandleCtx } from '#server/core/ports/identity.ts'
import type { PersonIdentifier } from '#server/services/audit/audit.queries.ts'
import { auditPerson } from '#server/services/audit/audit.ts'
import type { AuditAction } from '#server/services/audit/audit-actions.ts'
import type { Call, Owner } from './calls/guarded-calls.ts'
import type { Auth } from './embedded-auth.ts'
import { cookieOf } from './known-device.ts'

const provider = 'embedded'

/** Sign-in method in the audit log, by call. */
const methods: Readonly<Record<string, string>> = {
  '/sign-in/email': 'password',
  '/sign-up/email': 'sign-up',
  '/two-factor/verify-totp': 'code',
  '/two-factor/verify-backup-code': 'backup code',
  '/verify-email': 'link',
  '/oauth2/callback/google': 'google',
}

/** Records an action of a person on their own sign-in. */
export function auditSelf(
  ctx: HandleCtx,
  userId: string,
  change: { action: AuditAction; before?: object; after?: object },
): Promise<void> {
  const actor = { type: 'user', user: { id: userId } } as const
  return auditPerson({ ...ctx, actor }, { provider, subject: userId }, change)
}

/**
 * Returns a function that records a failed sign-in in the audit log. A failure proves no identity: its actor is
 * `anyone`, unless a session identifies the person.
 */
export const createFailureAudit =
  (ctx: HandleCtx, owner: Owner, call: string): AuditFailure =>
  async (db, { hasLocked }) => {
    const { id, email, isSignedIn } = owner
    const actor =
      isSignedIn && id !== undefined
        ? ({ type: 'user', user: { id } } as const)
        : ({ type: 'anyone' } as const)
    const person: PersonIdentifier =
      id === undefined ? { provider, email } : { provider, subject: id }
    const inner = { ...ctx, db, actor }
    await auditPerson(inner, person, {
      action: isSignedIn ? 'member.confirmation_refused' : 'member.sign_in_refused',
      after: isSignedIn ? { for: call.slice(1) } : { method: methods[call] },
    })
    if (hasLocked) await auditPerson(inner, person, { action: 'member.locked_out' })
  }

type CallSuccess = { call: Call; owner: Owner | undefined; userId: string; hasSignedIn: boolean }

/** Records the change made by a guarded call that succeeded. */
export async function auditSuccess(ctx: HandleCtx, success: CallSuccess): Promise<void> {
  const { call, owner, userId, hasSignedIn } = success
  if (hasSignedIn) {
    const after = { method: methods[call.path] }
    return auditSelf(ctx, userId, { action: 'member.signed_in', after })
  }
  const hadSecondStep = owner?.hasSecondStep === true
  switch (call.path) {
    case '/change-password': {
      const after = {
        method: 'password',
        endsOtherSessions: call.body.revokeOtherSessions === true,
      }
      return auditSelf(ctx, userId, { action: 'member.password_changed', after })
    }
    case '/reset-password': {
      const after = { method: 'link', endsOtherSessions: true }
      return auditSelf(ctx, userId, { action: 'member.password_changed', after })
    }
    case '/two-factor/verify-totp':
      if (!hadSecondStep) await auditSecondStep(ctx, userId, true)
      return
    case '/two-factor/disable':
      if (hadSecondStep) await auditSecondStep(ctx, userId, false)
      return
    // Until a first code is confirmed, there is no second step to replace.
    case '/two-factor/enable':
      if (hadSecondStep) await auditSelf(ctx, userId, { action: 'member.second_step_replaced' })
      return
    case '/two-factor/generate-backup-codes':
      return auditSelf(ctx, userId, { action: 'member.backup_codes_replaced' })
  }
}

const auditSecondStep = (ctx: HandleCtx, userId: string, hasSecondStep: boolean): Promise<void> =>
  auditSelf(ctx, userId, {
    action: hasSecondStep ? 'member.second_step_enabled' : 'member.second_step_disabled',
    before: { hasSecondStep: !hasSecondStep },
    after: { hasSecondStep },
  })

/** Records a sign-in if this response opens a session by a mail's link or another provider. */
export async function auditNewSession(
  ctx: HandleCtx,
  { auth, call, response }: { auth: Auth; call: Call; response: Response },
): Promise<void> {
  const { authCookies, internalAdapter } = await auth.$context
  const { name } = authCookies.sessionToken
  const newToken = tokenIn(
    response.headers.getSetCookie().map((line) => line.split(';')[0]),
    name,
  )
  if (newToken === '' || newToken === tokenIn([call.request.headers.get('cookie') ?? ''], name))
    return
  const session = await internalAdapter.findSession(newToken)
  if (!session) return
  const after = { method: methods[call.path] }
  await auditSelf(ctx, session.user.id, { action: 'member.signed_in', after })
}

/** Returns the session's token from its cookie, without the signature that follows it. */
function tokenIn(cookies: readonly (string | undefined)[], name: string): string {
  const value = cookieOf(new Headers({ cookie: cookies.join('; ') }), name) ?? ''
  return decodeURIComponent(value).split('.')[0] ?? ''
}
