import type { BetterAuthOptions, BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'
import { deleteSessionCookie } from 'better-auth/cookies'
import type { Config } from '#server/config/config.ts'
import type { Logger } from '#server/core/context.ts'
import type { Mail, Mailer } from '#server/core/mailer.ts'
import type { BackgroundWork } from '#server/services/identity/embedded/background-work.ts'
import { SIGN_IN_PAGE } from './google.ts'
import {
  existingAccountMail,
  passwordChangedMail,
  resetMail,
  verificationMail,
} from './identity-mails.ts'

const RESET_PAGE = '/reset-password'
const FORGOTTEN_PAGE = '/forgot-password'
/** Where the link that confirms an address leads, signed in. */
export const CONFIRMED_PAGE = '/onboarding'

export type IdentityMail = {
  reset: (to: string, token: string) => void
  verification: (to: string, token: string) => void
  existingAccount: (to: string) => void
  passwordChanged: (to: string) => void
}

export type IdentityMailOptions = {
  mailer: Mailer
  background: BackgroundWork
  appUrl: string
  log: Logger
  /** Whether one more mail of this kind may go to this address now. */
  takeTurn: (kind: string, to: string) => Promise<boolean>
}

/** No answer waits for a mail: the wait would tell who has an account. */
export function identityMail(options: IdentityMailOptions): IdentityMail {
  const { mailer, background, appUrl, log, takeTurn } = options
  const send = (kind: keyof IdentityMail, to: string, message: Omit<Mail, 'to'>) =>
    background.later(`mail: ${message.subject}`, async () => {
      // Signing in with an address that was never confirmed mails too, as often as one likes.
      if (await takeTurn(kind, to)) return mailer.send({ to, ...message })
      log.info({ mail: kind }, 'a mail was not sent: too many to this mailbox')
    })
  const link = (path: string, query: Record<string, string> = {}) => {
    const url = new URL(path, appUrl)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url.href
  }
  return {
    // Straight to the page: what scans mails for bad links opens it and uses nothing up.
    reset: (to, token) => send('reset', to, resetMail(link(RESET_PAGE, { token }))),
    verification: (to, token) => {
      const url = link('/api/auth/verify-email', { token, callbackURL: CONFIRMED_PAGE })
      send('verification', to, verificationMail(url))
    },
    existingAccount: (to) =>
      send(
        'existingAccount',
        to,
        existingAccountMail({ signIn: link(SIGN_IN_PAGE), forgotten: link(FORGOTTEN_PAGE) }),
      ),
    passwordChanged: (to) => send('passwordChanged', to, passwordChangedMail(link(FORGOTTEN_PAGE))),
  }
}

export const LINK_LASTS_S = 60 * 60

type ByMail = {
  emailAndPassword?: Omit<NonNullable<BetterAuthOptions['emailAndPassword']>, 'enabled'>
  emailVerification?: NonNullable<BetterAuthOptions['emailVerification']>
}

/** What the library does by mail. Addresses are confirmed only where mail surely leaves the server. */
export function mailOptions(
  mail: IdentityMail | undefined,
  { smtp }: Pick<Config, 'smtp'>,
): ByMail {
  if (!mail) return {}
  return {
    emailAndPassword: {
      resetPasswordTokenExpiresIn: LINK_LASTS_S,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token }) => mail.reset(user.email, token),
      requireEmailVerification: smtp !== undefined,
      onExistingUserSignUp: async ({ user }) => mail.existingAccount(user.email),
    },
    ...(smtp && {
      emailVerification: {
        expiresIn: LINK_LASTS_S,
        sendOnSignUp: true,
        sendOnSignIn: true,
        autoSignInAfterVerification: true,
        sendVerificationEmail: async ({ user, token }) => mail.verification(user.email, token),
      },
    }),
  }
}

/** A link in a mail proves the address; a person who set up a second step still owes it. */
export const secondStepAfterMail: BetterAuthPlugin = {
  id: 'second-step-after-mail',
  hooks: {
    after: [
      {
        matcher: ({ path }) => path === '/verify-email',
        handler: createAuthMiddleware(async (ctx) => {
          const made = ctx.context.newSession
          if (!made?.user.twoFactorEnabled) return
          await ctx.context.internalAdapter.deleteSession(made.session.token)
          ctx.context.setNewSession(null)
          deleteSessionCookie(ctx)
        }),
      },
    ],
  },
}
