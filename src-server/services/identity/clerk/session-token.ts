import { z } from 'zod'

/** Longest token that is read; Clerk keeps its tokens below the 4 kB of a cookie. */
const MAX_LENGTH = 8192
/** Allowed difference between Clerk's clock and ours. */
const SKEW_MS = 5000
/** Longest life of a token. Clerk's session tokens live a minute; a token for days has another purpose. */
const MAX_LIFE_S = 12 * 60 * 60

/** Header fields that would let a token choose how, or with whose key, it is verified. */
const forbidden = z.never().optional()

const Header = z.object({
  alg: z.literal('RS256'),
  typ: z.literal('JWT'),
  kid: z.string().regex(/^[\w-]{1,100}$/),
  // Category of the token at Clerk: the first is a session token, the second is accepted in place of one.
  cat: z.enum(['cl_B7d4PD111AAA', 'cl_I7d4PD111III']).optional(),
  crit: forbidden,
  b64: forbidden,
  jku: forbidden,
  jwk: forbidden,
  x5u: forbidden,
  x5c: forbidden,
})

const epochSeconds = z.number().int().min(0).max(99_999_999_999)
/** Optional claims that an instance may add; another shape counts as absent. */
const optionalClaim = z.string().max(2048).optional().catch(undefined)

const Claims = z.object({
  iss: z.string(),
  sub: z.string().regex(/^user_\w{1,100}$/),
  sid: z.string().regex(/^\w{1,100}$/),
  azp: z.string(),
  exp: epochSeconds,
  iat: epochSeconds,
  nbf: epochSeconds.optional(),
  // A session that still lacks a step, such as a second factor, is not signed in yet.
  sts: z.literal('active').optional(),
  fva: z.array(z.number().int()).min(1).optional().catch(undefined),
  email: optionalClaim,
  first_name: optionalClaim,
  last_name: optionalClaim,
  image_url: optionalClaim,
})
export type Claims = z.infer<typeof Claims>

/** Issuer and origins that a token must name, and the current time. */
export type Expectations = {
  issuer: string
  authorizedParties: readonly string[]
  nowMs: number
}

/** Content of a session token whose signature is not verified yet. */
export type ParsedToken = { text: string; kid: string; claims: Claims }

/**
 * Returns the content of a session token, or undefined when anything but the signature is invalid. Trust no content
 * before the signature is verified.
 */
export function readSessionToken(text: string, expected: Expectations): ParsedToken | undefined {
  if (text.length > MAX_LENGTH) return undefined
  const parts = text.split('.')
  if (parts.length !== 3 || !parts.every(isCanonical)) return undefined
  const header = Header.safeParse(parseJson(parts[0]))
  const claims = Claims.safeParse(parseJson(parts[1]))
  if (!header.success || !claims.success) return undefined
  if (!isExpected(claims.data, expected)) return undefined
  return { text, kid: header.data.kid, claims: claims.data }
}

function isExpected(claims: Claims, { issuer, authorizedParties, nowMs }: Expectations): boolean {
  const { iss, azp, exp, iat, nbf = 0 } = claims
  const isOurs = iss === issuer && authorizedParties.includes(azp)
  const isTimeValid =
    exp * 1000 + SKEW_MS > nowMs && nbf * 1000 - SKEW_MS <= nowMs && iat * 1000 - SKEW_MS <= nowMs
  return isOurs && isTimeValid && exp - iat <= MAX_LIFE_S
}

/** Refuses padding, another alphabet and leftover bits, so that a token has only one spelling. */
const isCanonical = (part: string): boolean =>
  part !== '' && Buffer.from(part, 'base64url').toString('base64url') === part

function parseJson(part: string | undefined): unknown {
  try {
    return JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}

/**
 * Returns when the person last proved their identity, in epoch milliseconds. Clerk states how many minutes before the
 * token that was. Without that claim the result is 0, so that calls which require a recent proof are refused.
 */
export function confirmedAtOf({ fva, iat }: Claims, nowMs: number): number {
  const minutes = fva?.[0] ?? -1
  return minutes < 0 ? 0 : Math.min(nowMs, iat * 1000) - minutes * 60_000
}
