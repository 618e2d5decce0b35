import type { World } from '#server/core/context.ts'
import type { NamedPerson } from '#server/shared/text/erase-from.ts'
import { findErasure } from './customers.queries.ts'
import { erasedPerson } from './customers.rules.ts'

/**
 * Returns the placeholder of an erased customer. For any other customer, returns undefined and locks the row, so that
 * no erasure comes before the transaction ends. Call it before storing a customer's name, after locking the merchant
 * and before locking the payment. Otherwise the name would come back after the erasure.
 */
export async function lockUnlessErased(
  { db, dialect }: Pick<World, 'db' | 'dialect'>,
  { merchantId, customerId }: { merchantId: string; customerId: string },
): Promise<NamedPerson | undefined> {
  const row = await findErasure(db, dialect, { merchantId, id: customerId })
  return row?.erasedAt ? erasedPerson(customerId) : undefined
}
