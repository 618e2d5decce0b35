import { z } from 'zod'
import { AppError } from '#server/core/calls/errors.ts'
import type { CurrentUser } from '#server/shared/current-user.ts'
import type { ClerkApi } from './clerk-api.ts'

/** Age at which a cached profile is fetched again. */
const FRESH_MS = 5 * 60_000
/** Maximum number of profiles in the cache. */
const MAX_PEOPLE = 1000
/** Most people whom Clerk returns in one response. */
const MAX_BATCH = 100

const text = z.string().nullish()
const ClerkUser = z.object({
  id: z.string(),
  first_name: text,
  last_name: text,
  image_url: text,
  primary_email_address_id: text,
  email_addresses: z.array(z.object({ id: z.string(), email_address: z.string() })).nullish(),
  banned: z.boolean().nullish(),
})
type ClerkUser = z.infer<typeof ClerkUser>

/** `gone`: Clerk has no person with that id, or has banned them. `unknown`: Clerk could not be reached. */
export type Profile = CurrentUser | 'gone' | 'unknown'

/** Cache of profiles; `find` returns a profile for each id, fetched from Clerk when necessary. */
export type ProfileCache = { find: (ids: readonly string[]) => Promise<Map<string, Profile>> }

/** Returns a cache of names and e-mail addresses of people, which their tokens do not contain. */
export function createProfileCache({
  api,
  now,
}: {
  api: ClerkApi
  now: () => number
}): ProfileCache {
  const cache = new Map<string, { profile: CurrentUser | 'gone'; requestedAt: number }>()
  const inFlight = new Map<string, Promise<void>>()

  const store = (id: string, profile: CurrentUser | 'gone') => {
    // Move the entry to the end, so that the oldest entry is first and is evicted first.
    cache.delete(id)
    cache.set(id, { profile, requestedAt: now() })
    for (const oldest of cache.keys()) {
      if (cache.size <= MAX_PEOPLE) break
      cache.delete(oldest)
    }
  }

  const fetchBatch = async (ids: readonly string[]) => {
    try {
      const users = await fetchUsers(api, ids)
      for (const id of ids) store(id, profileOf(users.find((user) => user.id === id)))
    } catch (error) {
      // Cached profiles stay in use; the API client itself reports that Clerk is down.
      if (!(error instanceof AppError && error.code === 'unavailable')) throw error
    } finally {
      for (const id of ids) inFlight.delete(id)
    }
  }

  return {
    find: async (ids) => {
      const uniqueIds = [...new Set(ids)]
      const isFresh = (id: string) => now() - (cache.get(id)?.requestedAt ?? -FRESH_MS) < FRESH_MS
      const missing = uniqueIds.filter((id) => !isFresh(id) && !inFlight.has(id))
      for (let from = 0; from < missing.length; from += MAX_BATCH) {
        const batch = missing.slice(from, from + MAX_BATCH)
        const request = fetchBatch(batch)
        for (const id of batch) inFlight.set(id, request)
      }
      await Promise.all(uniqueIds.map((id) => inFlight.get(id)))
      return new Map(uniqueIds.map((id) => [id, cache.get(id)?.profile ?? 'unknown']))
    },
  }
}

async function fetchUsers(api: ClerkApi, ids: readonly string[]): Promise<ClerkUser[]> {
  const [only] = ids
  if (ids.length === 1 && only !== undefined) {
    const user = await api.get(`/users/${encodeURIComponent(only)}`, ClerkUser)
    return user ? [user] : []
  }
  const query = new URLSearchParams([
    ['limit', String(MAX_BATCH)],
    ...ids.map((id) => ['user_id', id]),
  ])
  return (await api.get(`/users?${query}`, z.array(ClerkUser))) ?? []
}

function profileOf(user: ClerkUser | undefined): CurrentUser | 'gone' {
  if (!user || user.banned) return 'gone'
  const addresses = user.email_addresses ?? []
  const address = addresses.find(({ id }) => id === user.primary_email_address_id) ?? addresses[0]
  return {
    id: user.id,
    email: address?.email_address ?? '',
    firstName: user.first_name ?? '',
    lastName: user.last_name ?? '',
    profileImageUrl: user.image_url ?? '',
  }
}
