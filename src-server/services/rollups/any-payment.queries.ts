import type { Db } from '#db/tables.ts'
import type { RollupFilter } from './rollups.queries.ts'

/** Returns whether any payment matches the filter. It reads only the sums by day. */
export async function hasPaymentOnDays(db: Db, filter: RollupFilter): Promise<boolean> {
  const { merchantId, calendar, from, to, status, final, paymentMethod, currency } = filter
  let query = db
    .selectFrom('rollupDays')
    .select('count')
    .where('merchantId', '=', merchantId)
    .where('calendar', '=', calendar)
  if (from) query = query.where('day', '>=', from)
  if (to) query = query.where('day', '<=', to)
  if (status) query = query.where('status', '=', status)
  if (final !== undefined) query = query.where('status', final ? '!=' : '=', 'pending')
  if (paymentMethod) query = query.where('paymentMethod', '=', paymentMethod)
  if (currency) query = query.where('currency', '=', currency)
  return (await query.where('count', '>', 0).limit(1).executeTakeFirst()) !== undefined
}

type SlotFilter = Pick<
  RollupFilter,
  'merchantId' | 'calendar' | 'status' | 'final' | 'currency'
> & {
  weekday?: number | undefined
  slot?: number | undefined
}

/** Returns whether any payment matches the filter. It reads only the sums by weekday and six-hour slot. */
export async function hasPaymentInSlots(db: Db, filter: SlotFilter): Promise<boolean> {
  const { merchantId, calendar, weekday, slot, status, final, currency } = filter
  let query = db
    .selectFrom('rollupSlots')
    .select('count')
    .where('merchantId', '=', merchantId)
    .where('calendar', '=', calendar)
  if (weekday !== undefined) query = query.where('weekday', '=', weekday)
  if (slot !== undefined) query = query.where('slot', '=', slot)
  if (status) query = query.where('status', '=', status)
  if (final !== undefined) query = query.where('status', final ? '!=' : '=', 'pending')
  if (currency) query = query.where('currency', '=', currency)
  return (await query.where('count', '>', 0).limit(1).executeTakeFirst()) !== undefined
}
