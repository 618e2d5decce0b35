import type { BetterAuthOptions, BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'
import { deleteSessionCookie } from 'better-auth/cookies'
import type { Config } from '#server/config/config.ts'
import type { Logger } from '#server/core/context.ts'
import type { MailDraft, MailKind } from '#server/core/ports/mailer.ts'
import type { BackgroundWork } from '#server/services/identity/embedded/background-work.ts'
import { type LanguageMode, languageOfCookies, mailLanguage } from '#server/shared/language.ts'
import { SIGN_IN_PAGE } from './google.ts'
import { composeIdentityMail, type Links } from './identity-mails.ts'

/** Seconds for which the link in a reset or verification mail works. */
export const LINK_LASTS_S = 60 * 60

const RESET_PAGE = '/reset-password'
const FORGOTTEN_PAGE = '/forgot-password'
/** Page to which the verification link leads, with the person signed in. */
export const CONFIRMED_PAGE = '/onboarding'

/** Recipient. `cookie` is the request's header, which may name a language if the person has chosen none. */
type Recipient = { email: string; cookie: string | undefined }

/** Functions that queue the mails of sign-in. */
export type IdentityMail = {
  reset: (to: Recipient, token: string) => void
  verification: (to: Recipient, token: string) => void
  existingAccount: (to: Recipient) => void
  passwordChanged: (to: Recipient) => void
}

export type IdentityMailOptions = {
  queueMail: (mail: MailDraft) => Promise<unknown>
  background: BackgroundWork
  appUrl: string
  now: () => number
  log: Logger
  /** Counts one more mail of this kind to this e-mail address; false when the rate limit is reached. */
  takeAllowance: (kind: string, to: string) => Promise<boolean>
  /** Language chosen by the person with this e-mail address; undefined without a choice or without such a person. */
  languageOf: (email: string) => Promise<LanguageMode | undefined>
}

/** Each mail's kind in the mails table, and how long its link works. */
const kinds: Record<keyof Links, { kind: MailKind; lastsMs?: number }> = {
  reset: { kind: 'reset', lastsMs: LINK_LASTS_S * 1000 },
  verification: { kind: 'verification', lastsMs: LINK_LASTS_S * 1000 },
  existingAccount: { kind: 'existing_account' },
  passwordChanged: { kind: 'password_changed' },
}

/**
 * Queues mails in the background: a response that waited for one would reveal who has an account. A process that dies
 * before a mail is queued loses it; a queued mail is never lost.
 */
export function createIdentityMail(options: IdentityMailOptions): IdentityMail {
  const { queueMail, background, appUrl, now, log, takeAllowance, languageOf } = options
  const send = <K extends keyof Links>(about: K, { email, cookie }: Recipient, links: Links[K]) => {
    const { kind, lastsMs } = kinds[about]
    const createdAtMs = now()
    background.later(`mail: ${kind}`, async () => {
      // Each sign-in with an unverified e-mail address sends a mail too, so mails must be limited.
      if (!(await takeAllowance(kind, email))) {
        log.info({ mail: kind }, 'a mail was not sent: too many to this mailbox')
        return
      }
      const language = mailLanguage((await languageOf(email)) ?? languageOfCookies(cookie))
      await queueMail({
        kind,
        to: email,
        language,
        letter: composeIdentityMail(language, about, links),
        merchantId: null,
        ...(lastsMs !== undefined && { notAfterMs: createdAtMs + lastsMs }),
      })
    })
  }
  const linkTo = (path: string, query: Record<string, string> = {}) => {
    const url = new URL(path, appUrl)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url.href
  }
  return {
    // Link to the dashboard, not to the API: a mail scanner that opens the link must not use up the token.
    reset: (to, token) => send('reset', to, { url: linkTo(RESET_PAGE, { token }) }),
    verification: (to, token) => {
      const url = linkTo('/api/auth/verify-email', { token, callbackURL: CONFIRMED_PAGE })
      send('verification', to, { url })
    },
    existingAccount: (to) =>
      send('existingAccount', to, {
        signIn: linkTo(SIGN_IN_PAGE),
        forgotten: linkTo(FORGOTTEN_PAGE),
      }),
    passwordChanged: (to) => send('passwordChanged', to, { forgotten: linkTo(FORGOTTEN_PAGE) }),
  }
}

const cookieOf = (request: Request | undefined): string | undefined =>
  request?.headers.get('cookie') ?? undefined

type MailSettings = {
  emailAndPassword?: Omit<NonNullable<BetterAuthOptions['emailAndPassword']>, 'enabled'>
  emailVerification?: NonNullable<BetterAuthOptions['emailVerification']>
}

/** Returns the library's mail options. E-mail addresses are verified only with SMTP: printed mails reach no mailbox. */
export function mailOptions(
  mail: IdentityMail | undefined,
  { smtp }: Pick<Config, 'smtp'>,
): MailSettings {
  if (!mail) return {}
  return {
    emailAndPassword: {
      resetPasswordTokenExpiresIn: LINK_LASTS_S,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token }, request) =>
        mail.reset({ email: user.email, cookie: cookieOf(request) }, token),
      requireEmailVerification: smtp !== undefined,
      onExistingUserSignUp: async ({ user }, request) =>
        mail.existingAccount({ email: user.email, cookie: cookieOf(request) }),
    },
    ...(smtp && {
      emailVerification: {
        expiresIn: LINK_LASTS_S,
        sendOnSignUp: true,
        sendOnSignIn: true,
        autoSignInAfterVerification: true,
        sendVerificationEmail: async ({ user, token }, request) =>
          mail.verification({ email: user.email, cookie: cookieOf(request) }, token),
      },
    }),
  }
}

/**
 * Ends the session that a mail's link opens for a person with a second step: the link proves only the e-mail address.
 */
export const secondStepAfterMail: BetterAuthPlugin = {
  id: 'second-step-after-mail',
  hooks: {
    after: [
      {
        matcher: ({ path }) => path === '/verify-email',
        handler: createAuthMiddleware(async (ctx) => {
          const newSignIn = ctx.context.newSession
          if (!newSignIn?.user.twoFactorEnabled) return
          await ctx.context.internalAdapter.deleteSession(newSignIn.session.token)
          ctx.context.setNewSession(null)
          deleteSessionCookie(ctx)
        }),
      },
    ],
  },
}
