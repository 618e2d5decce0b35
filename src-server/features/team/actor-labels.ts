import type { MerchantCtx } from '#server/core/context.ts'
import type { Identity } from '#server/core/ports/identity.ts'
import { listKeyNames } from '../api-keys/api-keys.queries.ts'
import { homeIdOf } from '../merchants/merchants.rules.ts'
import { listMembers } from './team.queries.ts'

export type NamingCtx = MerchantCtx & { identity: Identity }

const idsOf = (actors: readonly string[], kind: string): string[] =>
  actors.filter((actor) => actor.startsWith(kind)).map((actor) => actor.slice(kind.length))

/**
 * Returns a display name for each actor, such as `user:…` or `key:…`. Only members of the merchant are named: readers
 * must not learn the names of people who left or only tried to get access.
 */
export async function labelActors(
  ctx: NamingCtx,
  actors: readonly string[],
): Promise<Map<string, string>> {
  const distinct = [...new Set(actors)]
  const [people, keys] = await Promise.all([
    findMemberNames(ctx, idsOf(distinct, 'user:')),
    findKeyNames(ctx, idsOf(distinct, 'key:')),
  ])
  const labelOf = (actor: string): string => {
    const id = actor.slice(actor.indexOf(':') + 1)
    if (actor.startsWith('user:')) {
      return people.has(id) ? (people.get(id) ?? 'Unknown person') : 'Not in the team'
    }
    if (actor.startsWith('key:')) return keys.get(id) ?? 'API key'
    return actor === 'anyone' ? 'Not signed in' : 'System'
  }
  return new Map(distinct.map((actor) => [actor, labelOf(actor)]))
}

/** Returns the names of members and API keys among the actors, under the same rule as `labelActors`. */
export async function nameActors(
  ctx: NamingCtx,
  { actors }: { actors: readonly string[] },
): Promise<{ actor: string; name: string }[]> {
  const [people, keys] = await Promise.all([
    findMemberNames(ctx, idsOf(actors, 'user:')),
    findKeyNames(ctx, idsOf(actors, 'key:')),
  ])
  return [...new Set(actors)].flatMap((actor) => {
    const names = actor.startsWith('user:') ? people : keys
    const name = names.get(actor.slice(actor.indexOf(':') + 1))
    return name ? [{ actor, name }] : []
  })
}

/** Returns members' names by user id; null where the identity provider has no name. */
async function findMemberNames({ db, merchant, identity }: NamingCtx, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string | null>()
  const members = await listMembers(db, { merchantId: homeIdOf(merchant) })
  const memberIds = members
    .filter(({ provider, subject }) => provider === identity.name && ids.includes(subject))
    .map(({ subject }) => subject)
  const users = await identity.findUsers(memberIds)
  const names = new Map<string, string | null>(memberIds.map((id) => [id, null]))
  for (const { id, firstName, lastName, email } of users) {
    const name = `${firstName} ${lastName}`.trim() || email
    if (name) names.set(id, name)
  }
  return names
}

async function findKeyNames({ db, merchant }: NamingCtx, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string>()
  const keys = await listKeyNames(db, { merchantId: merchant.id, ids })
  return new Map(keys.map(({ id, name }) => [id, name]))
}
