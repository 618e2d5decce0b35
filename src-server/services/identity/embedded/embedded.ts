import type { Authentication, Identity } from '#server/core/ports/identity.ts'
import { createBackgroundWork } from '#server/services/identity/embedded/background-work.ts'
import { findLanguageByEmail } from '#server/services/preferences/preferences.queries.ts'
import { currentUserOf } from '../current-user.ts'
import { mailAllowance } from '../throttle/mail-allowances.ts'
import { createInactiveThrottle, createThrottle } from '../throttle/sign-in-throttle.ts'
import { takeAllowance } from '../throttle/take-allowance.ts'
import { createGuardedHandler } from './calls/guarded-handle.ts'
import { runLibraryCall } from './calls/library-calls.ts'
import { findAuthSession, findAuthUsers, removeAuthUser } from './embedded.queries.ts'
import { createEmbeddedAccount } from './embedded-account.ts'
import { BASE_PATH, createAuth, type EmbeddedOptions } from './embedded-auth.ts'
import { createIdentityMail } from './embedded-mail.ts'
import { createKnownDevices } from './known-device.ts'
import { createOfflineProof } from './offline-proof.ts'
import { MAX_SESSION_MS } from './session-times.ts'
import { assertNoHiddenFailure, readSession } from './without-database.ts'
import { removeToken } from './without-token.ts'

/** Returns the identity that signs people in within this process: better-auth on our own database, under /api/auth. */
export function createEmbeddedIdentity(options: EmbeddedOptions): Identity {
  const { db, now, config, secret, queueMail, log } = options
  const background = createBackgroundWork(log)
  const takeMailAllowance = async (kind: string, to: string) =>
    !config.areRateLimitsOn || takeAllowance(db, [mailAllowance(kind, to)], now())
  const languageOf = (email: string) =>
    findLanguageByEmail(db, { provider: 'embedded', email }).then((found) => found?.language)
  const { appUrl } = config
  const mail =
    queueMail &&
    createIdentityMail({
      queueMail,
      background,
      appUrl,
      now,
      log,
      takeAllowance: takeMailAllowance,
      languageOf,
    })
  const auth = createAuth(options, mail)
  const isSecure = config.appUrl.startsWith('https:')
  const isLimited = config.areRateLimitsOn
  const throttle = isLimited ? createThrottle(options) : createInactiveThrottle(options)
  const proof = createOfflineProof({ secret, isSecure, now })
  const devices = isLimited ? createKnownDevices({ secret, isSecure, now }) : undefined
  const handle = createGuardedHandler({
    auth,
    basePath: BASE_PATH,
    throttle,
    devices,
    mail,
    background,
    log,
  })
  return {
    name: 'embedded',
    authenticate: (request) => authenticateSession(request, { auth, proof, now }),
    sessionEnd: async ({ id, userId }) => {
      const row = await findAuthSession(db, { userId, sessionId: id })
      if (!row) return undefined
      const beganAt = new Date(row.createdAt).getTime()
      const end = Math.min(new Date(row.expiresAt).getTime(), beganAt + MAX_SESSION_MS)
      return end > now() ? end : undefined
    },
    findUsers: async (ids) => (await findAuthUsers(db, ids)).map(currentUserOf),
    handle: async (request, ctx) =>
      proof.addToResponse(
        await removeToken(
          await assertNoHiddenFailure(await runLibraryCall(() => handle(request, ctx))),
        ),
      ),
    authenticateOffline: ({ headers }) => (proof.isValidIn(headers) ? offlineUser : undefined),
    idle: background.idle,
    removeUser: (id) => removeUser(options, id),
    account: createEmbeddedAccount(options, throttle),
  }
}

type SessionParts = Pick<EmbeddedOptions, 'now'> & {
  auth: ReturnType<typeof createAuth>
  proof: ReturnType<typeof createOfflineProof>
}

/** Returns the person of a session cookie; undefined without one, or once the session has ended. */
async function authenticateSession(
  request: Parameters<Identity['authenticate']>[0],
  { auth, proof, now }: SessionParts,
) {
  // Most API clients send no cookie, so they need no query.
  if (!request.headers.has('cookie')) return undefined
  const { response: found, headers: response } = await runLibraryCall(() =>
    readSession(auth, request),
  )
  if (!found) return undefined
  const { id, createdAt, confirmedAt } = found.session
  const beganAt = new Date(createdAt).getTime()
  if (now() - beganAt > MAX_SESSION_MS) return undefined
  return {
    user: currentUserOf(found.user),
    session: { id, confirmedAt: confirmedAt ? new Date(confirmedAt).getTime() : beganAt },
    // Prolong the proof together with the session, but never beyond the session's absolute limit.
    cookies: proof.withProof(response.getSetCookie(), beganAt + MAX_SESSION_MS),
  }
}

/** Unnamed person with a valid session, used while the database does not respond and the name cannot be read. */
const offlineUser: Authentication = {
  user: { id: '', email: '', firstName: '', lastName: '', profileImageUrl: '' },
  session: { id: '', confirmedAt: 0 },
}

async function removeUser({ db, onSessionsEnded }: EmbeddedOptions, id: string): Promise<void> {
  await removeAuthUser(db, id)
  onSessionsEnded?.(id)
}
