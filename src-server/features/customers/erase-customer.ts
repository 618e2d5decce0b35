import { AppError } from '#server/core/calls/errors.ts'
import { inTransaction, type MerchantCtx, type World } from '#server/core/context.ts'
import { audit } from '#server/services/audit/audit.ts'
import { toIso } from '#server/shared/day.ts'
import { lockMerchant } from '../merchants/lock-merchant.ts'
import { assertNotReserved, moveBetweenStatuses } from './change-customer.ts'
import { findCustomerToChange, listErasing, updateCustomerRow } from './customers.queries.ts'
import { erasedPerson } from './customers.rules.ts'
import { finishErasure } from './finish-erasure.ts'
import { indexCustomer, publishCustomerChange } from './store-customers.ts'

/**
 * Replaces the name and e-mail address wherever they are stored: in the customer, the payments, the search, stored
 * responses, webhook events and endpoints' responses. Deletes free text that may contain names: descriptions and
 * metadata of the payments, notes of their refunds and answers on the pages of payment links. Deletes mails to the
 * customer, sent or not. Amounts stay, so every figure stays.
 *
 * Runs in several transactions: for a customer with very many payments, a single transaction would block all other
 * writes. The first transaction marks the customer as erased; from then on nothing new is stored with the name. Further
 * short transactions follow. When this resolves, everything is erased; a job finishes an erasure that a crash
 * interrupted.
 */
export async function eraseCustomer(ctx: MerchantCtx, { id }: { id: string }): Promise<void> {
  await inTransaction(ctx, (inner) => markErased(inner, id))
  if (await finishErasure(ctx, { merchantId: ctx.merchant.id, id })) return
  throw new AppError('unavailable', 'The erasure goes on by itself. Please ask again in a moment.')
}

async function markErased(trx: MerchantCtx, id: string): Promise<void> {
  const inner = await lockMerchant(trx)
  const where = { merchantId: inner.merchant.id, id }
  const before = await findCustomerToChange(inner.db, inner.dialect, where)
  if (!before) throw new AppError('not_found', 'There is no such customer.')
  assertNotReserved(before.email)
  if (before.erasedAt !== null) return
  const person = erasedPerson(id)
  const at = toIso(inner.now())
  const after = await updateCustomerRow(inner.db, where, {
    ...person,
    emailKey: person.email,
    status: 'inactive',
    updatedAt: at,
    erasedAt: at,
    erasingSince: at,
  })
  if (!after) throw new AppError('not_found', 'There is no such customer.')
  await moveBetweenStatuses(inner, before, after)
  await indexCustomer(inner, after)
  await audit(inner, { merchantId: where.merchantId, action: 'customer.erased', objectId: id })
  publishCustomerChange(inner, after, 'changed')
}

/** Age at which an unfinished erasure counts as interrupted: its own request would have finished it by now. */
const INTERRUPTED_AFTER_MS = 30_000
const MAX_ERASURES = 10

/** Continues interrupted erasures, and returns their number. */
export async function finishErasures(world: World, signal?: AbortSignal): Promise<number> {
  const before = toIso(world.now() - INTERRUPTED_AFTER_MS)
  const interrupted = await listErasing(world.db, { before, limit: MAX_ERASURES })
  for (const where of interrupted) await finishErasure(world, where, signal)
  return interrupted.length
}
