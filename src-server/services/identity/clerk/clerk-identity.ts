import { verifyToken } from '@clerk/fastify'
import { z } from 'zod'
import type { ClerkConfig } from '#server/config/identity.ts'
import type { Logger } from '#server/core/context.ts'
import type { Identity } from '#server/core/ports/identity.ts'
import type { CurrentUser } from '#server/shared/current-user.ts'
import { createClerkApi } from './clerk-api.ts'
import { createProfileCache } from './profiles.ts'
import { type Claims, confirmedAtOf, type ParsedToken, readSessionToken } from './session-token.ts'
import { createSigningKeys } from './signing-keys.ts'
import { sessionCookieNames, tokensOf } from './token-sources.ts'

export type ClerkOptions = {
  clerk: ClerkConfig
  now: () => number
  log: Logger
}

/**
 * Returns the identity that signs people in with Clerk: tokens are verified here, names come from Clerk's backend API.
 */
export function createClerkIdentity({ clerk, now, log }: ClerkOptions): Identity {
  const api = createClerkApi({ ...clerk, now, log })
  const profileCache = createProfileCache({ api, now })
  const isSigned = createSignatureCheck({ clerk, keys: createSigningKeys({ api, now }), log })
  const cookieNames = sessionCookieNames(clerk.publishableKey)

  const claimsOf = async (headers: Headers): Promise<Claims | undefined> => {
    const { issuer, authorizedParties } = clerk
    const expected = { issuer, authorizedParties, nowMs: now() }
    const tokens = tokensOf(headers, cookieNames)
      .map((token) => readSessionToken(token, expected))
      .filter((token) => token !== undefined)
      .toSorted((a, b) => b.claims.iat - a.claims.iat)
    for (const token of tokens) if (await isSigned(token)) return token.claims
    return undefined
  }

  return {
    name: 'clerk',
    acceptsBearer: true,
    status: api.status,
    check: async () => {
      // The status records the outcome, also of a failure.
      await api.get('/jwks', z.unknown()).catch(() => undefined)
      return api.status()
    },
    authenticate: async ({ headers }) => {
      const claims = await claimsOf(headers)
      if (!claims) return undefined
      const profile = (await profileCache.find([claims.sub])).get(claims.sub) ?? 'unknown'
      if (profile === 'gone') return undefined
      return {
        user: profile === 'unknown' ? userOfClaims(claims) : profile,
        session: { id: claims.sid, confirmedAt: confirmedAtOf(claims, now()) },
      }
    },
    sessionEnd: async ({ id }) => {
      const session = await api.get(`/sessions/${encodeURIComponent(id)}`, ClerkSession)
      return session?.status === 'active' ? session.expire_at : undefined
    },
    findUsers: async (ids) => {
      const profilesById = await profileCache.find(ids)
      return [...profilesById].flatMap(([id, profile]) => {
        if (profile === 'gone') return []
        // A person still exists when Clerk cannot be reached.
        return [profile === 'unknown' ? userWithoutName(id) : profile]
      })
    },
  }
}

/** Clerk applies its own idle timeout and absolute limit. `expire_at` is in epoch milliseconds. */
const ClerkSession = z.object({ status: z.string(), expire_at: z.number() })

type SignatureCheckOptions = {
  clerk: ClerkConfig
  keys: ReturnType<typeof createSigningKeys>
  log: Logger
}

function createSignatureCheck({ clerk, keys, log }: SignatureCheckOptions) {
  return async ({ text, kid }: ParsedToken): Promise<boolean> => {
    const jwtKey = clerk.jwtKey ?? (await keys.find(kid))
    if (jwtKey === undefined) return false
    try {
      await verifyToken(text, {
        jwtKey,
        authorizedParties: [...clerk.authorizedParties],
        // `readSessionToken` has checked the times by our own clock; the library can use only the machine's.
        clockSkewInMs: Number.MAX_SAFE_INTEGER,
      })
      return true
    } catch (error) {
      log.debug({ err: error }, 'session token refused')
      return false
    }
  }
}

const userWithoutName = (id: string): CurrentUser => ({
  id,
  email: '',
  firstName: '',
  lastName: '',
  profileImageUrl: '',
})

const userOfClaims = (claims: Claims): CurrentUser => ({
  id: claims.sub,
  email: claims.email ?? '',
  firstName: claims.first_name ?? '',
  lastName: claims.last_name ?? '',
  profileImageUrl: claims.image_url ?? '',
})
