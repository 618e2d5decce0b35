import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { APIError } from 'better-auth/api'
import { twoFactor } from 'better-auth/plugins'
import type { Kysely } from 'kysely'
import type { Dialect } from '#db/portable.ts'
import type { Database } from '#db/tables.ts'
import type { Config } from '#server/config/config.ts'
import type { Logger } from '#server/core/context.ts'
import { CLIENT_ADDRESS_HEADER } from '#server/core/ports/identity.ts'
import type { MailDraft } from '#server/core/ports/mailer.ts'
import { holdsCardNumber } from '#server/shared/text/card-number.ts'
import { line } from '#server/shared/text/text.ts'
import { restrictCalls } from './calls/offered-calls.ts'
import { cookiePrefix } from './cookie-names.ts'
import { type IdentityMail, mailOptions, secondStepAfterMail } from './embedded-mail.ts'
import { modelNames, twoFactorNames } from './embedded-names.ts'
import { createGoogleSignIn, SIGN_IN_PAGE } from './google.ts'
import { MAX_PASSWORD, MIN_PASSWORD } from './passwords/password.rules.ts'
import { createPasswordHashing, type PasswordCost } from './passwords/password-hash.ts'
import { createSingleUseCodes } from './second-step.ts'
import { withVersion } from './second-step-box.ts'
import { IDLE_TIMEOUT_MS, MAX_SESSION_MS } from './session-times.ts'

/** Minimum time between two prolongations of an active session, so that not every read writes. */
const PROLONG_EVERY_S = 5 * 60

export type EmbeddedOptions = {
  db: Kysely<Database>
  dialect: Dialect
  config: Config
  secret: string
  /** Secrets that `secret` has replaced: data encrypted with them can still be read. */
  formerSecrets?: readonly string[]
  now: () => number
  log: Logger
  /** Queues a mail; without it no link can be sent. */
  queueMail?: ((mail: MailDraft) => Promise<unknown>) | undefined
  /** Lower cost for tests of other features. It is not a setting, so that no server can lower it. */
  passwordCost?: PasswordCost | undefined
  /** Called when a person has fewer sessions than before, so that open streams can end with them. */
  onSessionsEnded?: (userId: string) => void
}

/** Path of the sign-in library's calls. */
export const BASE_PATH = '/api/auth'

/** Configures better-auth on our own database, with its tables under our names. */
export function createAuth(options: EmbeddedOptions, mail: IdentityMail | undefined) {
  const { db, dialect, config, secret, formerSecrets = [], now, log } = options
  const mailSettings = mailOptions(mail, config)
  const isSecure = config.appUrl.startsWith('https:')
  return betterAuth({
    appName: 'Incasso',
    baseURL: config.appUrl,
    basePath: BASE_PATH,
    secrets: [secret, ...formerSecrets].map(withVersion),
    trustedOrigins: [...config.allowedOrigins],
    telemetry: { enabled: false },
    // Store a person and their sign-in method in one transaction.
    database: { db: db.withoutPlugins(), type: dialect, transaction: true },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: MIN_PASSWORD,
      maxPasswordLength: MAX_PASSWORD,
      password: createPasswordHashing(options.passwordCost),
      ...mailSettings.emailAndPassword,
    },
    emailVerification: mailSettings.emailVerification,
    user: modelNames.user,
    session: {
      ...modelNames.session,
      expiresIn: IDLE_TIMEOUT_MS / 1000,
      updateAge: PROLONG_EVERY_S,
      additionalFields: {
        confirmedAt: { type: 'date', required: false, input: false, fieldName: 'confirmed_at' },
      },
    },
    account: { ...modelNames.account, accountLinking: { disableImplicitLinking: true } },
    verification: {
      ...modelNames.verification,
      // Hash reset tokens: a reader of the database must not find links that still open an account.
      storeIdentifier: { default: 'plain', overrides: { 'reset-password:': 'hashed' } },
    },
    plugins: [
      restrictCalls({
        basePath: BASE_PATH,
        hasSessionExpired: (beganAt) => now() - beganAt.getTime() > MAX_SESSION_MS,
      }),
      createSingleUseCodes({ db, now }),
      secondStepAfterMail,
      twoFactor({ issuer: 'Incasso', schema: twoFactorNames }),
      ...(config.google ? createGoogleSignIn({ ...config.google, log }) : []),
    ],
    databaseHooks: createHooks(options),
    // Throw errors that are not the library's own refusals: the server's error handler answers them.
    onAPIError: { errorURL: SIGN_IN_PAGE, throw: true },
    // The library counts per process and by IP address alone; the guarded calls apply our own limits instead.
    rateLimit: { enabled: false },
    advanced: {
      // Set explicitly: in tests the library would otherwise not check redirect targets.
      disableOriginCheck: false,
      cookiePrefix: cookiePrefix(isSecure),
      // The library's own setting would add its own prefix before ours.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isSecure },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
    logger: {
      log: (level, message) =>
        log[level === 'error' ? 'error' : 'debug']({ from: 'identity' }, maskCardNumbers(message)),
    },
  })
}

export type Auth = ReturnType<typeof createAuth>

/** Masks digits in log messages with a card number: the library's messages repeat the input. */
const maskCardNumbers = (message: string): string =>
  holdsCardNumber(message) ? message.replaceAll(/\p{Nd}/gu, '•') : message

const noTokens = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
}

const createHooks = ({ now, onSessionsEnded }: EmbeddedOptions) =>
  ({
    user: {
      create: {
        before: async ({ name, email, image }) => {
          if ([email, image ?? ''].some(holdsCardNumber)) {
            throw new APIError('BAD_REQUEST', {
              code: 'CARD_NUMBER',
              message: 'The e-mail address and the picture must not hold a card number.',
            })
          }
          if (holdsCardNumber(name)) {
            throw new APIError('BAD_REQUEST', {
              code: 'CARD_NUMBER_IN_NAME',
              message: 'The name must not hold a card number.',
            })
          }
          if (line(200).safeParse(name).success) return
          throw new APIError('BAD_REQUEST', {
            code: 'INVALID_NAME',
            message: 'The name must be one line of at most 200 characters.',
          })
        },
      },
    },
    account: {
      // Store no tokens: Google only identifies the person at sign-in. We must not keep access to their data there.
      create: { before: async () => ({ data: noTokens }) },
      update: { before: async (change) => ({ data: { ...change, ...noTokens } }) },
    },
    session: {
      create: {
        // Use our own clock: the absolute limit and the last confirmation are measured by it.
        before: async (session) => ({
          data: { ...session, createdAt: new Date(now()), confirmedAt: null },
        }),
      },
      delete: { after: async ({ userId }) => onSessionsEnded?.(userId) },
    },
  }) satisfies BetterAuthOptions['databaseHooks']
