import type { MerchantCtx } from '#server/core/context.ts'
import type { Identity } from '#server/core/identity.ts'
import { listKeyNames } from '../api-keys/api-keys.queries.ts'
import { homeIdOf } from '../merchants/merchants.rules.ts'
import { listMembers } from '../team/team.queries.ts'

export type AuditCtx = MerchantCtx & { identity: Identity }

const idsOf = (actors: readonly string[], kind: string): string[] =>
  actors.filter((actor) => actor.startsWith(kind)).map((actor) => actor.slice(kind.length))

/**
 * What a person reads in place of `user:…` or `key:…`. Only members of the merchant are called by
 * name: they must not learn the names of people who have left, or who only tried to come in.
 */
export async function labelActors(
  ctx: AuditCtx,
  actors: readonly string[],
): Promise<Map<string, string>> {
  const distinct = [...new Set(actors)]
  const [people, keys] = await Promise.all([
    namesOfMembers(ctx, idsOf(distinct, 'user:')),
    namesOfKeys(ctx, idsOf(distinct, 'key:')),
  ])
  const labelOf = (actor: string): string => {
    if (actor.startsWith('user:')) return people.get(actor.slice(5)) ?? 'Not in the team'
    if (actor.startsWith('key:')) return keys.get(actor.slice(4)) ?? 'API key'
    return actor === 'anyone' ? 'Not signed in' : 'System'
  }
  return new Map(distinct.map((actor) => [actor, labelOf(actor)]))
}

async function namesOfMembers({ db, merchant, identity }: AuditCtx, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string>()
  const members = await listMembers(db, { merchantId: homeIdOf(merchant) })
  const wanted = members
    .filter(({ provider, subject }) => provider === identity.name && ids.includes(subject))
    .map(({ subject }) => subject)
  const users = await identity.findUsers(wanted)
  const names = new Map(wanted.map((id) => [id, 'Unknown person']))
  for (const { id, firstName, lastName, email } of users) {
    const name = `${firstName} ${lastName}`.trim() || email
    if (name) names.set(id, name)
  }
  return names
}

async function namesOfKeys({ db, merchant }: AuditCtx, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string>()
  const keys = await listKeyNames(db, { merchantId: merchant.id, ids })
  return new Map(keys.map(({ id, name }) => [id, name]))
}
