import type { World } from '#server/core/context.ts'
import type { NamedPerson } from '#server/shared/erase-from.ts'
import { findErasure } from './customers.queries.ts'
import { erasedPerson } from './customers.rules.ts'

/**
 * Who stands for a customer who was erased; undefined for any other, who is then not erased before the
 * transaction ends. Whatever stores a customer's name asks this first, after it holds the merchant and
 * before it holds the payment: otherwise the name would come back after the erasure.
 */
export async function erasedOrHeld(
  { db, dialect }: Pick<World, 'db' | 'dialect'>,
  { merchantId, customerId }: { merchantId: string; customerId: string },
): Promise<NamedPerson | undefined> {
  const row = await findErasure(db, dialect, { merchantId, id: customerId })
  return row?.erasedAt ? erasedPerson(customerId) : undefined
}
