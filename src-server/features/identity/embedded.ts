import { betterAuth } from 'better-auth'
import type { Database } from '#db/tables.ts'
import type { Dialect } from '#db/portable.ts'
import { type Kysely, sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Logger } from '../../context.ts'
import { CLIENT_ADDRESS_HEADER, type Identity } from './identity.ts'
import type { CurrentUser } from './identity.schema.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'

const IDLE_S = 2 * 60 * 60
const ABSOLUTE_MS = 12 * 60 * 60 * 1000
/** An active session is prolonged at most this often, so that reading does not always write. */
const PROLONG_EVERY_S = 5 * 60

export type EmbeddedOptions = {
  db: Kysely<Database>
  dialect: Dialect
  config: Config
  secret: string
  now: () => number
  log: Logger
}

const snakeCase = (names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => [name, name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]),
  )

const times = ['createdAt', 'updatedAt']

function createAuth({ db, dialect, config, secret, log }: EmbeddedOptions) {
  return betterAuth({
    appName: 'Incasso',
    baseURL: config.appUrl,
    basePath: '/api/auth',
    secret,
    trustedOrigins: [...config.allowedOrigins],
    telemetry: { enabled: false },
    database: { db: db.withoutPlugins(), type: dialect },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    user: { modelName: 'auth_users', fields: snakeCase(['emailVerified', ...times]) },
    session: {
      modelName: 'auth_sessions',
      fields: snakeCase(['userId', 'expiresAt', 'ipAddress', 'userAgent', ...times]),
      expiresIn: IDLE_S,
      updateAge: PROLONG_EVERY_S,
    },
    account: {
      modelName: 'auth_accounts',
      fields: snakeCase([
        'userId',
        'accountId',
        'providerId',
        'accessToken',
        'refreshToken',
        'idToken',
        'accessTokenExpiresAt',
        'refreshTokenExpiresAt',
        ...times,
      ]),
      accountLinking: { disableImplicitLinking: true },
    },
    verification: {
      modelName: 'auth_verifications',
      fields: snakeCase(['expiresAt', ...times]),
    },
    rateLimit: { enabled: config.areRateLimitsOn, storage: 'memory' },
    advanced: {
      cookiePrefix: 'incasso',
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
    logger: {
      log: (level, message) =>
        log[level === 'error' ? 'error' : 'debug']({ from: 'identity' }, message),
    },
  })
}

/** E-mail and password in this process: better-auth on our own database, under /api/auth. */
export function embeddedIdentity(options: EmbeddedOptions): Identity {
  const auth = createAuth(options)
  return {
    name: 'embedded',
    authenticate: async ({ headers }) => {
      // Most programs that call have no cookie; they need not ask the database.
      if (!headers.has('cookie')) return undefined
      const session = await auth.api.getSession({ headers })
      if (!session) return undefined
      const ageMs = options.now() - new Date(session.session.createdAt).getTime()
      return ageMs > ABSOLUTE_MS ? undefined : currentUserOf(session.user)
    },
    handle: (request) => auth.handler(request),
    removeUser: async (id) => {
      // Sessions and passwords go with it.
      await sql`delete from auth_users where id = ${id}`.execute(options.db)
    },
  }
}

export function currentUserOf(user: {
  id: string
  email: string
  name: string
  image?: string | null
}): CurrentUser {
  const [firstName = '', ...rest] = user.name.trim().split(/\s+/)
  return {
    id: user.id,
    email: user.email,
    firstName,
    lastName: rest.join(' '),
    profileImageUrl: user.image ?? '',
  }
}
