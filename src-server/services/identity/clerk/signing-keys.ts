import { createPublicKey } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#server/core/calls/errors.ts'
import type { ClerkApi } from './clerk-api.ts'

/** Age at which keys are fetched again: a key that Clerk withdrew is valid for at most this long. */
const FRESH_MS = 5 * 60_000
/** Pause between fetches for unknown key ids: forged key ids must not each cause a request to Clerk. */
const REFETCH_AFTER_MS = 10_000

const KeySet = z.object({ keys: z.array(z.unknown()) })
const Key = z.object({
  kid: z.string(),
  kty: z.literal('RSA'),
  alg: z.literal('RS256').optional(),
  use: z.literal('sig').optional(),
  n: z.string(),
  e: z.string(),
})

export type SigningKeys = {
  /** Returns the PEM of the key with this id; undefined when Clerk has no such key. */
  find: (kid: string) => Promise<string | undefined>
}

/** Returns the instance's public keys, fetched when a token needs one and kept while Clerk is unreachable. */
export function createSigningKeys({ api, now }: { api: ClerkApi; now: () => number }): SigningKeys {
  let keys = new Map<string, string>()
  let fetchedAt = Number.NEGATIVE_INFINITY
  let inFlight: Promise<void> | undefined

  const fetchKeys = async () => {
    const set = await api.get('/jwks', KeySet)
    const usable = (set?.keys ?? []).flatMap((key) => Key.safeParse(key).data ?? [])
    if (usable.length === 0) throw new AppError('unavailable', 'The sign-in service has no keys.')
    keys = new Map(usable.map(({ kid, kty, n, e }) => [kid, pemOf({ kty, n, e })]))
    fetchedAt = now()
  }

  return {
    find: async (kid) => {
      const cached = keys.get(kid)
      const age = now() - fetchedAt
      if (age < (cached ? FRESH_MS : REFETCH_AFTER_MS)) return cached
      inFlight ??= fetchKeys().finally(() => {
        inFlight = undefined
      })
      try {
        await inFlight
      } catch (error) {
        if (cached) return cached
        throw error
      }
      return keys.get(kid)
    },
  }
}

const pemOf = (key: { kty: string; n: string; e: string }): string =>
  createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'pem' }).toString()
