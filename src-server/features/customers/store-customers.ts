import type { CustomerRow } from '#db/tables.ts'
import type { MerchantCtx, StoringWorld, World } from '#server/core/context.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import { createCustomerEvent, emitEvents } from '#server/services/outbox/emit-event.ts'
import { positionsOfCustomer } from '#server/services/rollups/calendar-positions.ts'
import {
  addToCustomerDays,
  ensureCustomerTotals,
} from '#server/services/rollups/rollups.queries.ts'
import { putSearchTexts } from '#server/services/search/search.queries.ts'
import { partsOfCustomer, searchTextOf } from '#server/services/search/search.rules.ts'
import { isCounterEmail } from '#server/shared/counter-sales.ts'
import { toIso } from '#server/shared/day.ts'
import type { CustomerStatus } from './customer-enums.schema.ts'
import { insertNewCustomers } from './customers.queries.ts'
import { customerOf, emailKeyOf } from './customers.rules.ts'

export type NewPerson = {
  /** The current merchant, locked until the transaction ends. */
  merchant: ActingMerchant
  name: string
  email: string
  status: CustomerStatus
}

/**
 * Option `isPublished`: true to notify endpoints and open pages of each new customer; false for an import of past
 * payments.
 */
export type PublishOptions = { isPublished?: boolean }

/**
 * Stores customers with their search texts and roll-ups, once for each e-mail address of a merchant. Returns the stored
 * customers, without the customers whose e-mail address existed already. The reserved customer of sales at the counter
 * is neither counted nor published. Call it in a transaction.
 */
export async function storeCustomers(
  world: StoringWorld,
  newPeople: readonly NewPerson[],
  { isPublished = true }: PublishOptions = {},
): Promise<CustomerRow[]> {
  const { db } = world
  const drafts = newPeople.map((person) => ({
    merchant: person.merchant,
    row: rowOf(world, person),
  }))
  const inserted = await insertNewCustomers(
    db,
    drafts.map(({ row }) => row),
  )
  const ids = new Set(inserted.map(({ id }) => id))
  const stored = drafts.filter(({ row }) => ids.has(row.id))
  if (stored.length === 0) return []
  await addToRollups(world, stored)
  const rows = stored.map(({ row }) => row)
  await putSearchTexts(db, rows.map(searchTextOfCustomer))
  if (isPublished) await publishCustomers(world, stored.filter(isCounted))
  return rows
}

async function publishCustomers(
  world: StoringWorld,
  stored: readonly StoredCustomer[],
): Promise<void> {
  await emitEvents(
    world,
    stored.map(({ row, merchant }) => {
      const customer = { ...row, totalSpent: 0, transactionCount: 0 }
      return createCustomerEvent(row, customerOf(customer, merchant.currency))
    }),
  )
  for (const { row } of stored) publishCustomerChange(world, row, 'created')
}

function rowOf(world: StoringWorld, { merchant, name, email, status }: NewPerson): CustomerRow {
  const createdAt = toIso(world.now())
  return {
    merchantId: merchant.id,
    id: world.newId('cus'),
    name,
    email,
    emailKey: emailKeyOf(email),
    status,
    createdAt,
    updatedAt: createdAt,
    erasedAt: null,
    erasingSince: null,
  }
}

/** Returns false for the reserved customer of sales at the counter, whom no list and no number contains. */
const isCounted = ({ row }: StoredCustomer): boolean => !isCounterEmail(row.emailKey)

type StoredCustomer = { merchant: ActingMerchant; row: CustomerRow }

/** Adds new customers to the stored sums, with a zero total in each reporting currency. */
async function addToRollups(
  { db }: StoringWorld,
  stored: readonly StoredCustomer[],
): Promise<void> {
  const positions = stored.flatMap(({ merchant, row }) =>
    positionsOfCustomer(merchant, row).map(({ calendar, day }) => ({
      merchant,
      row,
      calendar,
      day,
    })),
  )
  await addToCustomerDays(
    db,
    positions.filter(isCounted).map(({ row: { merchantId, status }, calendar, day }) => ({
      merchantId,
      calendar,
      day,
      status,
      count: 1,
    })),
  )
  const totals = positions.flatMap(({ merchant, row: { merchantId, id: customerId }, calendar }) =>
    currenciesOf(merchant).map((currency) => ({ merchantId, calendar, customerId, currency })),
  )
  await ensureCustomerTotals(db, totals)
}

/** Returns the reporting currency and, while it is being changed, also the new reporting currency. */
function currenciesOf({ currency, calendars }: ActingMerchant): string[] {
  const next = calendars.building?.currency
  return next && next !== currency ? [currency, next] : [currency]
}

/** Stores one customer of the acting merchant; returns undefined when the e-mail address exists already. */
export const storeCustomer = async (
  ctx: MerchantCtx,
  person: Omit<NewPerson, 'merchant'>,
): Promise<CustomerRow | undefined> =>
  (await storeCustomers(ctx, [{ ...person, merchant: ctx.merchant }]))[0]

const searchTextOfCustomer = (row: CustomerRow) => ({
  merchantId: row.merchantId,
  kind: 'customer' as const,
  objectId: row.id,
  text: searchTextOf(partsOfCustomer(row)),
})

/** Stores or replaces the text by which a search finds the customer. */
export const indexCustomer = ({ db }: MerchantCtx, row: CustomerRow) =>
  putSearchTexts(db, [searchTextOfCustomer(row)])

/** Notifies the merchant's open pages that a customer was created or changed. */
export const publishCustomerChange = (
  { publishChange }: Pick<World, 'publishChange'>,
  { merchantId, id }: CustomerRow,
  action: 'created' | 'changed',
): void => publishChange({ merchantId, type: 'customer', action, objectId: id })
