import { isUniqueViolation } from '#db/failures.ts'
import type { CustomerRow } from '#db/tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { inTransaction, type MerchantCtx } from '#server/core/context.ts'
import { audit, diffFields } from '#server/services/audit/audit.ts'
import { positionsOfCustomer } from '#server/services/rollups/calendar-positions.ts'
import { addToCustomerDays } from '#server/services/rollups/rollups.queries.ts'
import { isCounterEmail } from '#server/shared/counter-sales.ts'
import { toIso } from '#server/shared/day.ts'
import { lockMerchant } from '../merchants/lock-merchant.ts'
import { readCustomerDetail } from './customer-detail.ts'
import { findCustomerToChange, updateCustomerRow } from './customers.queries.ts'
import { emailKeyOf } from './customers.rules.ts'
import type { CustomerDetail, NewCustomer, UpdateCustomer } from './customers.schema.ts'
import { indexCustomer, publishCustomerChange, storeCustomer } from './store-customers.ts'

const emailTaken = (cause?: unknown) =>
  new AppError('conflict', 'There is already a customer with this e-mail.', {
    reason: 'email_taken',
    cause,
  })

/** Throws for an e-mail address of the reserved customer, which no customer may have. */
export function assertNotReserved(email: string): void {
  if (!isCounterEmail(email)) return
  throw new AppError('conflict', 'This customer is reserved for sales at the counter.', {
    reason: 'customer_reserved',
  })
}

export function createCustomer(ctx: MerchantCtx, input: NewCustomer): Promise<CustomerDetail> {
  return inTransaction(ctx, async (trx) => {
    const inner = await lockMerchant(trx)
    assertNotReserved(input.email)
    const row = await storeCustomer(inner, input)
    if (!row) throw emailTaken()
    await audit(inner, {
      merchantId: row.merchantId,
      action: 'customer.created',
      objectId: row.id,
    })
    return readCustomerDetail(inner, row)
  })
}

export async function updateCustomer(
  ctx: MerchantCtx,
  { id, ...input }: UpdateCustomer,
): Promise<CustomerDetail> {
  try {
    return await inTransaction(ctx, async (trx) => {
      const inner = await lockMerchant(trx)
      const where = { merchantId: ctx.merchant.id, id }
      const before = await findCustomerToChange(inner.db, inner.dialect, where)
      if (!before) throw new AppError('not_found', 'There is no such customer.')
      assertNotReserved(before.email)
      assertNotReserved(input.email ?? before.email)
      if (before.erasedAt !== null) {
        throw new AppError('conflict', 'This customer was erased and cannot be changed.', {
          reason: 'customer_erased',
        })
      }
      const after = await updateCustomerRow(inner.db, where, {
        ...input,
        ...(input.email !== undefined && { emailKey: emailKeyOf(input.email) }),
        updatedAt: toIso(ctx.now()),
      })
      if (!after) throw new AppError('not_found', 'There is no such customer.')
      await moveBetweenStatuses(inner, before, after)
      await indexCustomer(inner, after)
      await auditChange(inner, before, after)
      publishCustomerChange(inner, after, 'changed')
      return readCustomerDetail(inner, after)
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw emailTaken(error)
    throw error
  }
}

/** Subtracts the customer from the daily count of the former status, and adds it to that of the new status. */
export async function moveBetweenStatuses(
  { db, merchant }: MerchantCtx,
  before: CustomerRow,
  after: CustomerRow,
): Promise<void> {
  if (before.status === after.status) return
  const { merchantId } = after
  const changes = positionsOfCustomer(merchant, after).flatMap(({ calendar, day }) => [
    { merchantId, calendar, day, status: before.status, count: -1 },
    { merchantId, calendar, day, status: after.status, count: 1 },
  ])
  await addToCustomerDays(db, changes)
}

/** Audits which fields changed, but no names or e-mail addresses: the audit log would keep them after an erasure. */
async function auditChange(
  ctx: MerchantCtx,
  before: CustomerRow,
  after: CustomerRow,
): Promise<void> {
  const auditedFields = ({ status }: CustomerRow) => ({ status })
  const fields = (['name', 'email', 'status'] as const).filter((key) => before[key] !== after[key])
  if (fields.length === 0) return
  const difference = diffFields(auditedFields(before), auditedFields(after))
  await audit(ctx, {
    merchantId: after.merchantId,
    action: 'customer.updated',
    objectId: after.id,
    before: difference.before,
    after: { ...difference.after, fields },
  })
}
