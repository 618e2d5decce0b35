import type { CustomerRow } from '#db/tables.ts'
import type { MerchantCtx } from '../../context.ts'
import { toIso } from '../../shared/day.ts'
import { placesOfCustomer } from '../merchants/acting-merchant.ts'
import { addToCustomerDay, ensureCustomerTotals } from '../rollups/rollups.queries.ts'
import { emitCustomer } from '../webhooks/emit-event.ts'
import { putSearchText } from '../search/search.queries.ts'
import { searchTextOf } from '../search/search.rules.ts'
import { insertCustomerUnlessKnown } from './customers.queries.ts'
import { customerOf, emailKeyOf, searchPartsOf } from './customers.rules.ts'
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
    text: searchTextOf(searchPartsOf(row)),
  })

export const noteCustomer = (
  { noteChange }: MerchantCtx,
  { merchantId, id }: CustomerRow,
  action: 'created' | 'changed',
): void => noteChange({ merchantId, type: 'customer', action, objectId: id })
