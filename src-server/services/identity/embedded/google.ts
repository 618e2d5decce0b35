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

const redirectToSignIn = (error: string) =>
  new APIError('FOUND', undefined, { location: `${SIGN_IN_PAGE}?error=${error}` })

export type GoogleOptions = GoogleConfig & { log: Logger }

/**
 * Returns the plugins for sign-in with Google: OpenID Connect with PKCE, state, nonce and a verified identity token.
 */
export function createGoogleSignIn(options: GoogleOptions): BetterAuthPlugin[] {
  const { clientId, clientSecret, issuer, log } = options
  const discovery = createDiscoveryCache(options)
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
        getUserInfo: (tokens) => readPerson(tokens, options, discovery),
      },
    ],
  })
  return [plugin, createGoogleHooks(discovery, log)]
}

/** Hooks around the library's calls: discovery and nonce before, the second step after. */
function createGoogleHooks(discovery: DiscoveryCache, log: Logger): BetterAuthPlugin {
  const ensureReachable = async (createError: () => APIError) => {
    try {
      await discovery.load()
    } catch (error) {
      log.warn({ err: error }, 'Google cannot be reached')
      throw createError()
    }
  }
  const beginSignIn = createAuthMiddleware(async () => {
    await ensureReachable(unreachableError)
    const nonce = randomBytes(24).toString('base64url')
    return { context: { body: { errorCallbackURL: SIGN_IN_PAGE, additionalData: { nonce } } } }
  })
  const handleCallback = createAuthMiddleware(() =>
    ensureReachable(() => redirectToSignIn('google_unreachable')),
  )
  return {
    id: 'google',
    hooks: {
      before: [
        { matcher: ({ path }) => path === '/sign-in/oauth2', handler: beginSignIn },
        { matcher: isCallback, handler: handleCallback },
      ],
      after: [{ matcher: isCallback, handler: requireSecondStep }],
    },
  }
}

const isCallback = ({ path }: { path?: string }) => path === '/oauth2/callback/:providerId'

/**
 * Ends the session if the person has a second step. They have a password too and must give both: Google must not bypass
 * the second step.
 */
const requireSecondStep = createAuthMiddleware(async (ctx) => {
  const newSignIn = ctx.context.newSession
  if (!newSignIn?.user.twoFactorEnabled) return
  await ctx.context.internalAdapter.deleteSession(newSignIn.session.token)
  ctx.context.setNewSession(null)
  deleteSessionCookie(ctx, true)
  throw redirectToSignIn('second_step_owed')
})

const unreachableError = () =>
  new APIError('SERVICE_UNAVAILABLE', {
    code: 'GOOGLE_UNREACHABLE',
    message: 'Google cannot be reached. Please try again.',
  })

type DiscoveryCache = { known: () => Discovery | undefined; load: () => Promise<Discovery> }

/**
 * Fetches the discovery document at the first sign-in and caches it. The server must start even while Google does not
 * respond.
 */
function createDiscoveryCache({ issuer }: GoogleConfig): DiscoveryCache {
  let discoveryDocument: Discovery | undefined
  return {
    known: () => discoveryDocument,
    load: async () => {
      if (discoveryDocument) return discoveryDocument
      const response = await fetch(`${issuer}/.well-known/openid-configuration`, {
        redirect: 'error',
        signal: AbortSignal.timeout(DISCOVERY_TIMEOUT_MS),
      })
      if (!response.ok) throw new Error(`discovery responded with ${response.status}`)
      const discovery = Discovery.parse(await response.json())
      if (discovery.issuer !== issuer) throw new Error(`discovery names ${discovery.issuer}`)
      discoveryDocument = discovery
      return discoveryDocument
    },
  }
}

/**
 * Returns the person in the identity token if Google issued it for this client and this sign-in.
 * @throws APIError that redirects to the sign-in page, when it did not or the e-mail address is unverified.
 */
async function readPerson(
  tokens: OAuth2Tokens,
  { clientId, issuer, log }: GoogleOptions,
  discovery: DiscoveryCache,
): Promise<OAuth2UserInfo> {
  const claims = await verifyClaims()
  if (!claims.email_verified) throw redirectToSignIn('google_email_unverified')
  const name = line(200).safeParse(claims.name).data ?? (claims.email.split('@')[0] || claims.email)
  return { id: claims.sub, email: claims.email, emailVerified: true, name }

  async function verifyClaims() {
    try {
      const { jwks_uri: keys } = await discovery.load()
      const { payload } = await validateToken(tokens.idToken ?? '', keys, {
        issuer,
        audience: clientId,
      })
      const claims = Claims.parse(payload)
      if (claims.nonce !== (await getOAuthState())?.nonce) throw new Error('nonce differs')
      return claims
    } catch (error) {
      log.warn({ err: error }, 'the identity token of Google was refused')
      throw redirectToSignIn('google_token_invalid')
    }
  }
}
