import type { Identity, SignedIn } from '#server/core/ports/identity.ts'
import { backgroundWork } from '#server/services/identity/embedded/background-work.ts'
import { findLanguageByEmail } from '#server/services/preferences/preferences.queries.ts'
import { currentUserOf } from '../current-user.ts'
import { mailTo } from '../throttle/mail-turns.ts'
import { createThrottle, noThrottle } from '../throttle/sign-in-throttle.ts'
import { takeTurns } from '../throttle/take-turns.ts'
import { guardedHandle } from './calls/guarded-handle.ts'
import { asLibraryCall } from './calls/library-calls.ts'
import { findAuthSession, findAuthUsers, removeAuthUser } from './embedded.queries.ts'
import { embeddedAccount } from './embedded-account.ts'
import { BASE_PATH, createAuth, type EmbeddedOptions } from './embedded-auth.ts'
import { identityMail } from './embedded-mail.ts'
import { knownDevices } from './known-device.ts'
import { offlineProof } from './offline-proof.ts'
import { ABSOLUTE_MS } from './session-times.ts'
import { readSession, withoutHiding } from './without-database.ts'
import { withoutToken } from './without-token.ts'

/** Returns the identity that signs people in within this process: better-auth on our own database, under /api/auth. */
export function embeddedIdentity(options: EmbeddedOptions): Identity {
  const { db, now, config, secret, queueMail, log } = options
  const background = backgroundWork(log)
  const takeTurn = async (kind: string, to: string) =>
    !config.areRateLimitsOn || takeTurns(db, [mailTo(kind, to)], now())
  const languageOf = (email: string) =>
    findLanguageByEmail(db, { provider: 'embedded', email }).then((found) => found?.language)
  const { appUrl } = config
  const mail =
    queueMail && identityMail({ queueMail, background, appUrl, now, log, takeTurn, languageOf })
  const auth = createAuth(options, mail)
  const isSecure = config.appUrl.startsWith('https:')
  const isCounted = config.areRateLimitsOn
  const throttle = isCounted ? createThrottle(options) : noThrottle(options)
  const proof = offlineProof({ secret, isSecure, now })
  const devices = isCounted ? knownDevices({ secret, isSecure, now }) : undefined
  const answer = guardedHandle({
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
    authenticate: async (request) => {
      // Most API clients send no cookie, so they need no query.
      if (!request.headers.has('cookie')) return undefined
      const { response: found, headers: answer } = await asLibraryCall(() =>
        readSession(auth, request),
      )
      if (!found) return undefined
      const { id, createdAt, confirmedAt } = found.session
      const beganAt = new Date(createdAt).getTime()
      if (now() - beganAt > ABSOLUTE_MS) return undefined
      return {
        user: currentUserOf(found.user),
        session: { id, confirmedAt: confirmedAt ? new Date(confirmedAt).getTime() : beganAt },
        // Prolong the proof together with the session, but never beyond the session's absolute limit.
        cookies: proof.beside(answer.getSetCookie(), beganAt + ABSOLUTE_MS),
      }
    },
    sessionEnd: async ({ id, userId }) => {
      const row = await findAuthSession(db, { userId, sessionId: id })
      if (!row) return undefined
      const beganAt = new Date(row.createdAt).getTime()
      const end = Math.min(new Date(row.expiresAt).getTime(), beganAt + ABSOLUTE_MS)
      return end > now() ? end : undefined
    },
    findUsers: async (ids) => (await findAuthUsers(db, ids)).map(currentUserOf),
    handle: async (request, ctx) =>
      proof.handed(
        await withoutToken(await withoutHiding(await asLibraryCall(() => answer(request, ctx)))),
      ),
    authenticateOffline: ({ headers }) => (proof.holds(headers) ? somebody : undefined),
    idle: background.idle,
    removeUser: (id) => removeUser(options, id),
    account: embeddedAccount(options, throttle),
  }
}

/** Unnamed person with a valid session, while the database cannot say who they are. */
const somebody: SignedIn = {
  user: { id: '', email: '', firstName: '', lastName: '', profileImageUrl: '' },
  session: { id: '', confirmedAt: 0 },
}

async function removeUser({ db, onSessionsEnded }: EmbeddedOptions, id: string): Promise<void> {
  await removeAuthUser(db, id)
  onSessionsEnded?.(id)
}
