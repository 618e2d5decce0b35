import type { CustomerRow } from '#db/tables.ts'
import type { MerchantCtx, StoringWorld, World } from '#server/core/context.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import { customerEvent, emitEvents } from '#server/services/outbox/emit-event.ts'
import { placesOfCustomer } from '#server/services/rollups/places.ts'
import {
  addToCustomerDays,
  ensureCustomerTotals,
} from '#server/services/rollups/rollups.queries.ts'
import { putSearchTexts } from '#server/services/search/search.queries.ts'
import { partsOfCustomer, searchTextOf } from '#server/services/search/search.rules.ts'
import { toIso } from '#server/shared/day.ts'
import type { CustomerStatus } from './customer-enums.schema.ts'
import { insertCustomersUnlessKnown } from './customers.queries.ts'
import { customerOf, emailKeyOf } from './customers.rules.ts'

export type NewPerson = {
  /** As it is now, and held until the transaction ends. */
  merchant: ActingMerchant
  name: string
  email: string
  status: CustomerStatus
}

/** Whether endpoints and open pages are told of each; nobody is, of those who come in with their history. */
export type Telling = { isTold?: boolean }

/**
 * Stores customers with all that is kept about them, each address of a merchant once. Answers those
 * that were stored: whose e-mail is known already is not among them. Call it in a transaction.
 */
export async function storeCustomers(
  world: StoringWorld,
  people: readonly NewPerson[],
  { isTold = true }: Telling = {},
): Promise<CustomerRow[]> {
  const { db } = world
  const drafts = people.map((person) => ({ merchant: person.merchant, row: rowOf(world, person) }))
  const inserted = await insertCustomersUnlessKnown(
    db,
    drafts.map(({ row }) => row),
  )
  const ids = new Set(inserted.map(({ id }) => id))
  const stored = drafts.filter(({ row }) => ids.has(row.id))
  if (stored.length === 0) return []
  await countCustomers(world, stored)
  const rows = stored.map(({ row }) => row)
  await putSearchTexts(db, rows.map(searchTextOfCustomer))
  if (isTold) await tell(world, stored)
  return rows
}

async function tell(world: StoringWorld, stored: readonly Stored[]): Promise<void> {
  await emitEvents(
    world,
    stored.map(({ row, merchant }) => {
      const known = { ...row, totalSpent: 0, transactionCount: 0 }
      return customerEvent(row, customerOf(known, merchant.currency))
    }),
  )
  for (const { row } of stored) noteCustomer(world, row, 'created')
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

type Stored = { merchant: ActingMerchant; row: CustomerRow }

/** Counts new customers where they stand, with a line in each currency that totals may be wanted in. */
async function countCustomers({ db }: StoringWorld, stored: readonly Stored[]): Promise<void> {
  const places = stored.flatMap(({ merchant, row }) =>
    placesOfCustomer(merchant, row).map(({ calendar, day }) => ({ merchant, row, calendar, day })),
  )
  await addToCustomerDays(
    db,
    places.map(({ row: { merchantId, status }, calendar, day }) => ({
      merchantId,
      calendar,
      day,
      status,
      count: 1,
    })),
  )
  const lines = places.flatMap(({ merchant, row: { merchantId, id: customerId }, calendar }) =>
    currenciesOf(merchant).map((currency) => ({ merchantId, calendar, customerId, currency })),
  )
  await ensureCustomerTotals(db, lines)
}

/** The reporting currency, and the one that it is being changed to. */
function currenciesOf({ currency, calendars }: ActingMerchant): string[] {
  const next = calendars.making?.currency
  return next && next !== currency ? [currency, next] : [currency]
}

/** One customer of the merchant that acts; undefined when the e-mail is known already. */
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

export const indexCustomer = ({ db }: MerchantCtx, row: CustomerRow) =>
  putSearchTexts(db, [searchTextOfCustomer(row)])

export const noteCustomer = (
  { noteChange }: Pick<World, 'noteChange'>,
  { merchantId, id }: CustomerRow,
  action: 'created' | 'changed',
): void => noteChange({ merchantId, type: 'customer', action, objectId: id })
