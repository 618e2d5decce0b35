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
import { offeredCalls } from './calls/offered-calls.ts'
import { cookiePrefix } from './cookie-names.ts'
import { type IdentityMail, mailOptions, secondStepAfterMail } from './embedded-mail.ts'
import { modelNames, twoFactorNames } from './embedded-names.ts'
import { googleSignIn, SIGN_IN_PAGE } from './google.ts'
import { MAX_PASSWORD, MIN_PASSWORD } from './passwords/password.rules.ts'
import { type PasswordCost, passwordHashing } from './passwords/password-hash.ts'
import { codesOnlyOnce } from './second-step.ts'
import { versioned } from './second-step-box.ts'
import { ABSOLUTE_MS, IDLE_MS } from './session-times.ts'

/** An active session is prolonged at most this often, so that reading does not always write. */
const PROLONG_EVERY_S = 5 * 60

export type EmbeddedOptions = {
  db: Kysely<Database>
  dialect: Dialect
  config: Config
  secret: string
  /** Those that `secret` took the place of: what they encrypted can still be read. */
  formerSecrets?: readonly string[]
  now: () => number
  log: Logger
  /** Writes a mail down to be sent; without it no link can be. */
  queueMail?: ((mail: MailDraft) => Promise<unknown>) | undefined
  /** Less than the usual, for tests of other things. It is no setting, so that no server has it. */
  passwordCost?: PasswordCost | undefined
  /** Told whose sessions are fewer than before, so that open streams can end with them. */
  onSessionsEnded?: (userId: string) => void
}

export const BASE_PATH = '/api/auth'

/** better-auth on our own database, with its tables under our names. */
export function createAuth(options: EmbeddedOptions, mail: IdentityMail | undefined) {
  const { db, dialect, config, secret, formerSecrets = [], now, log } = options
  const byMail = mailOptions(mail, config)
  const isSecure = config.appUrl.startsWith('https:')
  return betterAuth({
    appName: 'Incasso',
    baseURL: config.appUrl,
    basePath: BASE_PATH,
    secrets: [secret, ...formerSecrets].map(versioned),
    trustedOrigins: [...config.allowedOrigins],
    telemetry: { enabled: false },
    // A person and what signs them in are stored together or not at all.
    database: { db: db.withoutPlugins(), type: dialect, transaction: true },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: MIN_PASSWORD,
      maxPasswordLength: MAX_PASSWORD,
      password: passwordHashing(options.passwordCost),
      ...byMail.emailAndPassword,
    },
    emailVerification: byMail.emailVerification,
    user: modelNames.user,
    session: {
      ...modelNames.session,
      expiresIn: IDLE_MS / 1000,
      updateAge: PROLONG_EVERY_S,
      additionalFields: {
        confirmedAt: { type: 'date', required: false, input: false, fieldName: 'confirmed_at' },
      },
    },
    account: { ...modelNames.account, accountLinking: { disableImplicitLinking: true } },
    verification: {
      ...modelNames.verification,
      // A reader of the database must not find links in it that still open an account.
      storeIdentifier: { default: 'plain', overrides: { 'reset-password:': 'hashed' } },
    },
    plugins: [
      offeredCalls({
        basePath: BASE_PATH,
        isOver: (beganAt) => now() - beganAt.getTime() > ABSOLUTE_MS,
      }),
      codesOnlyOnce({ db, now }),
      secondStepAfterMail,
      twoFactor({ issuer: 'Incasso', schema: twoFactorNames }),
      ...(config.google ? googleSignIn({ ...config.google, log }) : []),
    ],
    databaseHooks: hooks(options),
    // What is no refusal of the library's own is answered as everywhere else.
    onAPIError: { errorURL: SIGN_IN_PAGE, throw: true },
    // It counts in one process and by address alone; see the guarded calls.
    rateLimit: { enabled: false },
    advanced: {
      // Said aloud, because the library would not check where a test wants to be sent.
      disableOriginCheck: false,
      cookiePrefix: cookiePrefix(isSecure),
      // With the library's own switch it would put a prefix of its own before ours.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isSecure },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
    logger: {
      log: (level, message) =>
        log[level === 'error' ? 'error' : 'debug']({ from: 'identity' }, withoutCards(message)),
    },
  })
}

export type Auth = ReturnType<typeof createAuth>

/** The library repeats what was sent in what it says of it. */
const withoutCards = (message: string): string =>
  holdsCardNumber(message) ? message.replaceAll(/\p{Nd}/gu, '•') : message

const noTokens = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
}

const hooks = ({ now, onSessionsEnded }: EmbeddedOptions) =>
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
      // We ask Google who a person is, once; tokens that open their data there are not ours to keep.
      create: { before: async () => ({ data: noTokens }) },
      update: { before: async (change) => ({ data: { ...change, ...noTokens } }) },
    },
    session: {
      create: {
        // By our own clock, from which the longest life and the last confirmation are counted.
        before: async (session) => ({
          data: { ...session, createdAt: new Date(now()), confirmedAt: null },
        }),
      },
      delete: { after: async ({ userId }) => onSessionsEnded?.(userId) },
    },
  }) satisfies BetterAuthOptions['databaseHooks']
