import { embeddedAccount } from './embedded-account.ts'
import { ABSOLUTE_MS, BASE_PATH, createAuth, type EmbeddedOptions } from './embedded-auth.ts'
import { createOutbox } from '../../mail/outbox.ts'
import { identityMail } from './embedded-mail.ts'
import { currentUserOf } from './current-user.ts'
import { findAuthUsers, removeAuthUser } from './embedded.queries.ts'
import { guardedHandle } from './guarded-handle.ts'
import type { Identity, SignedIn } from './identity.ts'
import { knownDevices } from './known-device.ts'
import { offlineProof } from './offline-proof.ts'
import { createThrottle, noThrottle } from './sign-in-throttle.ts'
import { readSession, withoutHiding } from './without-database.ts'

/** E-mail and password in this process: better-auth on our own database, under /api/auth. */
export function embeddedIdentity(options: EmbeddedOptions): Identity {
  const { db, now, config, secret, mailer, log } = options
  const outbox = createOutbox(log)
  const mail = mailer && identityMail(mailer, outbox, config.appUrl)
  const auth = createAuth(options, mail)
  const isSecure = config.appUrl.startsWith('https:')
  const isCounted = config.areRateLimitsOn
  const throttle = isCounted ? createThrottle(options) : noThrottle(options)
  const proof = offlineProof({ secret, isSecure, now })
  const devices = isCounted ? knownDevices({ secret, isSecure, now }) : undefined
  const answer = guardedHandle({ auth, basePath: BASE_PATH, throttle, devices, mail, outbox, log })
  return {
    name: 'embedded',
    authenticate: async ({ headers }) => {
      // Most programs that call have no cookie; they need not ask the database.
      if (!headers.has('cookie')) return undefined
      const { response: found, headers: answer } = await readSession(auth, headers)
      if (!found) return undefined
      const { id, createdAt, confirmedAt } = found.session
      const beganAt = new Date(createdAt).getTime()
      if (now() - beganAt > ABSOLUTE_MS) return undefined
      return {
        user: currentUserOf(found.user),
        session: { id, confirmedAt: confirmedAt ? new Date(confirmedAt).getTime() : beganAt },
        // A session that is prolonged is also proved for longer, but never beyond its longest life.
        cookies: proof.beside(answer.getSetCookie(), beganAt + ABSOLUTE_MS),
      }
    },
    findUsers: async (ids) => (await findAuthUsers(db, ids)).map(currentUserOf),
    handle: async (request, ctx) => proof.handed(await withoutHiding(await answer(request, ctx))),
    authenticateOffline: ({ headers }) => (proof.holds(headers) ? somebody : undefined),
    idle: outbox.idle,
    removeUser: (id) => removeAuthUser(db, id),
    account: embeddedAccount(options, throttle),
  }
}

/** Signed in, but nobody can say as whom. */
const somebody: SignedIn = {
  user: { id: '', email: '', firstName: '', lastName: '', profileImageUrl: '' },
  session: { id: '', confirmedAt: 0 },
}
