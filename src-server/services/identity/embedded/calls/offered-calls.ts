import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'

/**
 * The library's calls that the product offers. It has many more, and brings new ones with an update;
 * a call that we have not looked at should not be there.
 */
const offered = new Set([
  '/sign-up/email',
  '/sign-in/email',
  '/sign-in/oauth2',
  '/oauth2/callback/google',
  '/sign-out',
  '/get-session',
  '/change-password',
  '/request-password-reset',
  '/reset-password',
  '/verify-email',
  '/send-verification-email',
  '/two-factor/enable',
  '/two-factor/disable',
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
  '/two-factor/generate-backup-codes',
])

const notFound = () =>
  Response.json({ code: 'NOT_FOUND', message: 'There is no such call.' }, { status: 404 })

export type OfferedCallsOptions = { basePath: string; isOver: (beganAt: Date) => boolean }

/** Closes calls that are not offered, and all of them to sessions that have lasted their longest. */
export const offeredCalls = ({ basePath, isOver }: OfferedCallsOptions): BetterAuthPlugin => ({
  id: 'offered-calls',
  onRequest: async ({ url }) => {
    const { pathname } = new URL(url)
    if (offered.has(pathname.slice(basePath.length))) return
    return { response: notFound() }
  },
  hooks: {
    before: [
      {
        // Reading a session from code is not a request; who does so looks at its age himself.
        matcher: ({ request }) => request !== undefined,
        handler: createAuthMiddleware(async (ctx) => {
          const found = await getSessionFromCtx(ctx, { disableRefresh: true })
          if (!found || !isOver(new Date(found.session.createdAt))) return
          await ctx.context.internalAdapter.deleteSession(found.session.token)
          ctx.context.session = null
        }),
      },
    ],
  },
})
