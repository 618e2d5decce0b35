import type { CustomerRow } from '#db/tables.ts'
import type { MerchantCtx } from '../../context.ts'
import { findCustomerByEmail } from './customers.queries.ts'
import { emailKeyOf } from './customers.rules.ts'
import { storeCustomer } from './store-customer.ts'

/** A payment finds its customer by e-mail, or makes one; it never renames one. Call it in a transaction. */
export async function findOrCreateCustomer(
  ctx: MerchantCtx,
  { name, email }: { name: string; email: string },
): Promise<CustomerRow> {
  const where = { merchantId: ctx.merchant.id, emailKey: emailKeyOf(email) }
  const known = await findCustomerByEmail(ctx.db, where)
  if (known) return known
  const stored = await storeCustomer(ctx, { name, email, status: 'active' })
  if (stored) return stored
  // Another payment made it between the look and the insert.
  const concurrent = await findCustomerByEmail(ctx.db, where)
  if (!concurrent) throw new Error('a customer vanished between two statements')
  return concurrent
}
