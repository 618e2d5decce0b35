import type { CustomerRow } from '#db/tables.ts'
import type { MerchantCtx } from '../../context.ts'
import { localMoment, toIso } from '../../shared/day.ts'
import { addToCustomerDay } from '../rollups/rollups.queries.ts'
import { findCustomerByEmail, insertCustomerUnlessKnown } from './customers.queries.ts'

export const emailKeyOf = (email: string): string => email.toLowerCase()

/** A payment finds its customer by e-mail, or makes one; it never renames one. Call it in a transaction. */
export async function findOrCreateCustomer(
  ctx: MerchantCtx,
  { name, email }: { name: string; email: string },
): Promise<CustomerRow> {
  const { db, merchant } = ctx
  const where = { merchantId: merchant.id, emailKey: emailKeyOf(email) }
  const known = await findCustomerByEmail(db, where)
  if (known) return known

  const nowMs = ctx.now()
  const inserted = await insertCustomerUnlessKnown(db, {
    ...where,
    id: ctx.newId('cus'),
    name,
    email,
    status: 'active',
    day: localMoment(nowMs, merchant.timezone).day,
    createdAt: toIso(nowMs),
    updatedAt: toIso(nowMs),
  })
  if (inserted) {
    await addToCustomerDay(db, { ...inserted, count: 1 })
    return inserted
  }
  // Another payment made it between the look and the insert.
  const concurrent = await findCustomerByEmail(db, where)
  if (!concurrent) throw new Error('a customer vanished between two statements')
  return concurrent
}
