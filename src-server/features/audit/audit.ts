import { actorName, type Ctx } from '../../context.ts'
import { toIso } from '../../shared/day.ts'

export type Audited = {
  merchantId: string
  /** noun.verb, such as `customer.erased` */
  action: string
  objectId: string
  before?: object | null
  after?: object | null
}

/**
 * Notes who changed what. Call it in the transaction of the change, so that neither is there without
 * the other. Secrets and erased names must not be among `before` and `after`.
 */
export async function audit(ctx: Ctx, entry: Audited): Promise<void> {
  const { merchantId, action, objectId, before, after } = entry
  await ctx.db
    .insertInto('auditLog')
    .values({
      merchantId,
      id: ctx.newId('aud'),
      at: toIso(ctx.now()),
      actor: actorName(ctx.actor),
      action,
      objectId,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
      address: ctx.address,
      requestId: ctx.requestId,
    })
    .execute()
}

/** Only the fields that differ, so that an entry says what changed. */
export function changed<T extends object>(
  before: T,
  after: T,
): { before: Partial<T>; after: Partial<T> } {
  const keys = (Object.keys(after) as (keyof T)[]).filter((key) => before[key] !== after[key])
  const pick = (from: T) => Object.fromEntries(keys.map((key) => [key, from[key]])) as Partial<T>
  return { before: pick(before), after: pick(after) }
}
