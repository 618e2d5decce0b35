import type { CustomerRow } from '#db/tables.ts'
import type { MerchantCtx } from '#server/core/context.ts'
import { emitCustomer } from '#server/services/outbox/emit-event.ts'
import { placesOfCustomer } from '#server/services/rollups/places.ts'
import { addToCustomerDay, ensureCustomerTotals } from '#server/services/rollups/rollups.queries.ts'
import { putSearchText } from '#server/services/search/search.queries.ts'
import { partsOfCustomer, searchTextOf } from '#server/services/search/search.rules.ts'
import { toIso } from '#server/shared/day.ts'
import { insertCustomerUnlessKnown } from './customers.queries.ts'
import { customerOf, emailKeyOf } from './customers.rules.ts'
import type { CustomerStatus } from './customers.schema.ts'

/**
 * Stores a customer with all that is kept about one. Undefined when the e-mail is known already.
 * Call it in a transaction.
 */
export async function storeCustomer(
  ctx: MerchantCtx,
  { name, email, status }: { name: string; email: string; status: CustomerStatus },
): Promise<CustomerRow | undefined> {
  const { db, merchant } = ctx
  const nowMs = ctx.now()
  const row = await insertCustomerUnlessKnown(db, {
    merchantId: merchant.id,
    id: ctx.newId('cus'),
    name,
    email,
    emailKey: emailKeyOf(email),
    status,
    createdAt: toIso(nowMs),
    updatedAt: toIso(nowMs),
    erasedAt: null,
    erasingSince: null,
  })
  if (!row) return undefined
  await countCustomer(ctx, row)
  await indexCustomer(ctx, row)
  const data = customerOf({ ...row, totalSpent: 0, transactionCount: 0 }, merchant.currency)
  await emitCustomer(ctx, row, data)
  noteCustomer(ctx, row, 'created')
  return row
}

/** Counts a new customer where they stand, with a line in each currency that totals may be wanted in. */
async function countCustomer({ db, merchant }: MerchantCtx, row: CustomerRow): Promise<void> {
  const { merchantId, status } = row
  const currencies = new Set([merchant.currency, merchant.calendars.making?.currency])
  for (const { calendar, day } of placesOfCustomer(merchant, row)) {
    await addToCustomerDay(db, { merchantId, calendar, day, status, count: 1 })
    for (const currency of currencies) {
      if (!currency) continue
      await ensureCustomerTotals(db, { merchantId, calendar, customerId: row.id, currency })
    }
  }
}

export const indexCustomer = ({ db }: MerchantCtx, row: CustomerRow) =>
  putSearchText(db, {
    merchantId: row.merchantId,
    kind: 'customer',
    objectId: row.id,
    text: searchTextOf(partsOfCustomer(row)),
  })

export const noteCustomer = (
  { noteChange }: MerchantCtx,
  { merchantId, id }: CustomerRow,
  action: 'created' | 'changed',
): void => noteChange({ merchantId, type: 'customer', action, objectId: id })
