import type { CustomerRow } from '#db/tables.ts'
import type { MerchantCtx } from '#server/core/context.ts'
import { holdCustomerByEmail } from './customers.queries.ts'
import { emailKeyOf } from './customers.rules.ts'
import { storeCustomer } from './store-customer.ts'

/**
 * A payment finds its customer by e-mail, or makes one; it never renames one. Call it in a transaction
 * that holds the merchant: the customer is held from here on and not erased before it ends.
 */
export async function findOrCreateCustomer(
  ctx: MerchantCtx,
  { name, email }: { name: string; email: string },
): Promise<CustomerRow> {
  const where = { merchantId: ctx.merchant.id, emailKey: emailKeyOf(email) }
  const known = await holdCustomerByEmail(ctx.db, ctx.dialect, where)
  if (known) return known
  const stored = await storeCustomer(ctx, { name, email, status: 'active' })
  if (stored) return stored
  // Another payment made it between the look and the insert.
  const concurrent = await holdCustomerByEmail(ctx.db, ctx.dialect, where)
  if (!concurrent) throw new Error('a customer vanished between two statements')
  return concurrent
}
