import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'

/**
 * Calls of the library that the product offers. The library has many more, and updates add new ones. A call that we
 * have not reviewed must not be reachable.
 */
const offeredPaths = new Set([
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

const notFoundResponse = () =>
  Response.json({ code: 'NOT_FOUND', message: 'There is no such call.' }, { status: 404 })

export type OfferedCallsOptions = {
  basePath: string
  hasSessionExpired: (beganAt: Date) => boolean
}

/** Returns 404 for calls that are not offered, and ends sessions past their absolute limit before any call. */
export const restrictCalls = ({
  basePath,
  hasSessionExpired,
}: OfferedCallsOptions): BetterAuthPlugin => ({
  id: 'offered-calls',
  onRequest: async ({ url }) => {
    const { pathname } = new URL(url)
    if (offeredPaths.has(pathname.slice(basePath.length))) return
    return { response: notFoundResponse() }
  },
  hooks: {
    before: [
      {
        // Code that reads a session makes no request; it checks the session's age itself.
        matcher: ({ request }) => request !== undefined,
        handler: createAuthMiddleware(async (ctx) => {
          const found = await getSessionFromCtx(ctx, { disableRefresh: true })
          if (!found || !hasSessionExpired(new Date(found.session.createdAt))) return
          await ctx.context.internalAdapter.deleteSession(found.session.token)
          ctx.context.session = null
        }),
      },
    ],
  },
})
