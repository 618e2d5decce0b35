import type { StoringWorld } from '#server/core/context.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import { type CustomerByEmail, lockCustomersByEmail } from './customers.queries.ts'
import { emailKeyOf } from './customers.rules.ts'
import { type PublishOptions, storeCustomers } from './store-customers.ts'

/** A payer, as a payment names them. */
export type Payer = { merchant: ActingMerchant; name: string; email: string }

const customerKeyOf = (merchantId: string, emailKey: string): string => `${merchantId} ${emailKey}`

/**
 * Finds the customer of each payer by e-mail address, or stores a new one; never renames a customer. Call it in a
 * transaction that locks the merchants. Until it ends, the customers are locked and cannot be erased. Returns a
 * function that maps a payer to their customer.
 */
export async function findOrStoreCustomers(
  world: StoringWorld,
  payers: readonly Payer[],
  { isPublished = true }: PublishOptions = {},
): Promise<(payer: Payer) => CustomerByEmail> {
  const payersByKey = new Map<string, Payer>()
  for (const payer of payers) {
    const customerKey = customerKeyOf(payer.merchant.id, emailKeyOf(payer.email))
    if (!payersByKey.has(customerKey)) payersByKey.set(customerKey, payer)
  }
  const customersByKey = new Map<string, CustomerByEmail>()
  await lockCustomers(world, [...payersByKey.values()], customersByKey)
  // Sorted, so that two processes that store the same customers cannot deadlock.
  const missing = [...payersByKey]
    .filter(([customerKey]) => !customersByKey.has(customerKey))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, payer]) => payer)
  if (missing.length > 0) {
    const people = missing.map((payer) => ({ ...payer, status: 'active' as const }))
    for (const row of await storeCustomers(world, people, { isPublished })) {
      customersByKey.set(customerKeyOf(row.merchantId, row.emailKey), row)
    }
    // Another process stored these customers between the lookup and the insert.
    const storedMeanwhile = [...payersByKey]
      .filter(([customerKey]) => !customersByKey.has(customerKey))
      .map(([, payer]) => payer)
    await lockCustomers(world, storedMeanwhile, customersByKey)
  }
  return ({ merchant, email }) => {
    const customer = customersByKey.get(customerKeyOf(merchant.id, emailKeyOf(email)))
    if (!customer) throw new Error('a customer vanished between two statements')
    return customer
  }
}

async function lockCustomers(
  { db }: StoringWorld,
  payers: readonly Payer[],
  customersByKey: Map<string, CustomerByEmail>,
): Promise<void> {
  const keys = payers.map(({ merchant, email }) => ({
    merchantId: merchant.id,
    emailKey: emailKeyOf(email),
  }))
  for (const row of await lockCustomersByEmail(db, keys)) {
    customersByKey.set(customerKeyOf(row.merchantId, row.emailKey), row)
  }
}
