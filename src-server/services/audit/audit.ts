import { actorName, type Ctx, type NamedActor } from '#server/core/context.ts'
import { toIso } from '#server/shared/day.ts'
import { insertEntriesOfPerson, insertEntry, type PersonIdentifier } from './audit.queries.ts'
import type { AuditAction } from './audit-actions.ts'

type AuditedChange = {
  action: AuditAction
  before?: object | null
  after?: object | null
}

export type ObjectChange = AuditedChange & { merchantId: string; objectId: string }

/** Parts of the request's context that an audit entry needs. */
export type AuditContext = Pick<Ctx, 'db' | 'newId' | 'now' | 'address' | 'requestId'> & {
  actor: NamedActor
}

/**
 * Records who changed what. Call it in the transaction of the change, so that both are stored or neither. Entries are
 * never changed or erased: `before` and `after` must contain no secrets, and no names or e-mail addresses of customers.
 */
export async function audit(ctx: AuditContext, { merchantId, objectId, ...change }: ObjectChange) {
  await insertEntry(ctx.db, { merchantId, objectId, ...entryOf(ctx, change) })
}

/**
 * Records an event of a person rather than of one merchant, such as a sign-in, for each of their merchants. A person
 * without a merchant gets no entry.
 */
export const auditPerson = (
  ctx: AuditContext,
  person: PersonIdentifier,
  change: AuditedChange,
): Promise<void> => insertEntriesOfPerson(ctx.db, person, entryOf(ctx, change))

const entryOf = (ctx: AuditContext, { action, before, after }: AuditedChange) => ({
  id: ctx.newId('aud'),
  at: toIso(ctx.now()),
  actor: actorName(ctx.actor),
  action,
  before: before ? JSON.stringify(before) : null,
  after: after ? JSON.stringify(after) : null,
  address: ctx.address,
  requestId: ctx.requestId,
})

/** Returns only the fields that differ, so that an entry shows exactly what changed. */
export function diffFields<T extends object>(
  before: T,
  after: T,
): { before: Partial<T>; after: Partial<T> } {
  const keys = (Object.keys(after) as (keyof T)[]).filter((key) => before[key] !== after[key])
  const pick = (from: T) => Object.fromEntries(keys.map((key) => [key, from[key]])) as Partial<T>
  return { before: pick(before), after: pick(after) }
}
