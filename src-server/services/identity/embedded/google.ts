import { randomBytes } from 'node:crypto'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, getOAuthState } from 'better-auth/api'
import { deleteSessionCookie } from 'better-auth/cookies'
import { type OAuth2Tokens, type OAuth2UserInfo, validateToken } from 'better-auth/oauth2'
import { genericOAuth } from 'better-auth/plugins'
import { z } from 'zod'
import type { GoogleConfig } from '#server/config/identity.ts'
import type { Logger } from '#server/core/context.ts'
import { Email, line } from '#server/shared/text/text.ts'

/** Page to which a visitor is sent, with `?error=…` when the sign-in failed. */
export const SIGN_IN_PAGE = '/sign-in'

const DISCOVERY_TIMEOUT_MS = 5000

const Discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
})
type Discovery = z.infer<typeof Discovery>

const Claims = z.object({
  sub: z.string().min(1),
  exp: z.number(),
  nonce: z.string(),
  email: Email,
  email_verified: z.boolean(),
  name: z.unknown(),
})

const backToSignIn = (error: string) =>
  new APIError('FOUND', undefined, { location: `${SIGN_IN_PAGE}?error=${error}` })

export type GoogleOptions = GoogleConfig & { log: Logger }

/**
 * Returns the plugins for sign-in with Google: OpenID Connect with PKCE, state, nonce and a verified identity token.
 */
export function googleSignIn(options: GoogleOptions): BetterAuthPlugin[] {
  const { clientId, clientSecret, issuer, log } = options
  const discovery = discoveryOf(options)
  const plugin = genericOAuth({
    config: [
      {
        providerId: 'google',
        clientId,
        clientSecret,
        issuer,
        pkce: true,
        scopes: ['openid', 'email', 'profile'],
        prompt: 'select_account',
        // The hook below has fetched these URLs before the library reads them.
        get authorizationUrl() {
          return discovery.known()?.authorization_endpoint
        },
        get tokenUrl() {
          return discovery.known()?.token_endpoint
        },
        authorizationUrlParams: (ctx) => ({ nonce: String(ctx.body?.additionalData?.nonce) }),
        getUserInfo: (tokens) => personOf(tokens, options, discovery),
      },
    ],
  })
  return [plugin, googleHooks(discovery, log)]
}

/** Hooks around the library's calls: discovery and nonce before, the second step after. */
function googleHooks(discovery: DiscoveryCache, log: Logger): BetterAuthPlugin {
  const ready = async (refuse: () => APIError) => {
    try {
      await discovery.ask()
    } catch (error) {
      log.warn({ err: error }, 'Google cannot be reached')
      throw refuse()
    }
  }
  const begun = createAuthMiddleware(async () => {
    await ready(unreachable)
    const nonce = randomBytes(24).toString('base64url')
    return { context: { body: { errorCallbackURL: SIGN_IN_PAGE, additionalData: { nonce } } } }
  })
  const back = createAuthMiddleware(() => ready(() => backToSignIn('google_unreachable')))
  return {
    id: 'google',
    hooks: {
      before: [
        { matcher: ({ path }) => path === '/sign-in/oauth2', handler: begun },
        { matcher: isCallback, handler: back },
      ],
      after: [{ matcher: isCallback, handler: secondStepOwed }],
    },
  }
}

const isCallback = ({ path }: { path?: string }) => path === '/oauth2/callback/:providerId'

/**
 * Ends the session if the person has a second step. They have a password too and must give both: Google must not bypass
 * the second step.
 */
const secondStepOwed = createAuthMiddleware(async (ctx) => {
  const made = ctx.context.newSession
  if (!made?.user.twoFactorEnabled) return
  await ctx.context.internalAdapter.deleteSession(made.session.token)
  ctx.context.setNewSession(null)
  deleteSessionCookie(ctx, true)
  throw backToSignIn('second_step_owed')
})

const unreachable = () =>
  new APIError('SERVICE_UNAVAILABLE', {
    code: 'GOOGLE_UNREACHABLE',
    message: 'Google cannot be reached. Please try again.',
  })

type DiscoveryCache = { known: () => Discovery | undefined; ask: () => Promise<Discovery> }

/** Fetches the discovery document at the first sign-in and caches it. The server's start must not depend on Google. */
function discoveryOf({ issuer }: GoogleConfig): DiscoveryCache {
  let found: Discovery | undefined
  return {
    known: () => found,
    ask: async () => {
      if (found) return found
      const answer = await fetch(`${issuer}/.well-known/openid-configuration`, {
        redirect: 'error',
        signal: AbortSignal.timeout(DISCOVERY_TIMEOUT_MS),
      })
      if (!answer.ok) throw new Error(`discovery answered ${answer.status}`)
      const discovery = Discovery.parse(await answer.json())
      if (discovery.issuer !== issuer) throw new Error(`discovery names ${discovery.issuer}`)
      found = discovery
      return found
    },
  }
}

/**
 * Returns the person in the identity token if Google issued it for this client and this sign-in.
 * @throws APIError that redirects to the sign-in page, when it did not or the e-mail address is unverified.
 */
async function personOf(
  tokens: OAuth2Tokens,
  { clientId, issuer, log }: GoogleOptions,
  discovery: DiscoveryCache,
): Promise<OAuth2UserInfo> {
  const claims = await verified()
  if (!claims.email_verified) throw backToSignIn('google_email_unverified')
  const name = line(200).safeParse(claims.name).data ?? (claims.email.split('@')[0] || claims.email)
  return { id: claims.sub, email: claims.email, emailVerified: true, name }

  async function verified() {
    try {
      const { jwks_uri: keys } = await discovery.ask()
      const { payload } = await validateToken(tokens.idToken ?? '', keys, {
        issuer,
        audience: clientId,
      })
      const claims = Claims.parse(payload)
      if (claims.nonce !== (await getOAuthState())?.nonce) throw new Error('nonce differs')
      return claims
    } catch (error) {
      log.warn({ err: error }, 'the identity token of Google was refused')
      throw backToSignIn('google_token_invalid')
    }
  }
}
