import type { StoringWorld } from '#server/core/context.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import { type CustomerByEmail, holdCustomersByEmail } from './customers.queries.ts'
import { emailKeyOf } from './customers.rules.ts'
import { storeCustomers, type Telling } from './store-customers.ts'

/** A payer, as a payment names them. */
export type Payer = { merchant: ActingMerchant; name: string; email: string }

const nameOf = (merchantId: string, emailKey: string): string => `${merchantId} ${emailKey}`

/**
 * Finds the customer of each payer by e-mail address, or stores a new one; never renames a customer. Call it in a
 * transaction that locks the merchants. Until it ends, the customers are locked and cannot be erased. Returns a
 * function that maps a payer to their customer.
 */
export async function findOrStoreCustomers(
  world: StoringWorld,
  payers: readonly Payer[],
  { isTold = true }: Telling = {},
): Promise<(payer: Payer) => CustomerByEmail> {
  const wanted = new Map<string, Payer>()
  for (const payer of payers) {
    const name = nameOf(payer.merchant.id, emailKeyOf(payer.email))
    if (!wanted.has(name)) wanted.set(name, payer)
  }
  const known = new Map<string, CustomerByEmail>()
  await hold(world, [...wanted.values()], known)
  // Sorted, so that two processes that store the same customers cannot deadlock.
  const missing = [...wanted]
    .filter(([name]) => !known.has(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, payer]) => payer)
  if (missing.length > 0) {
    const people = missing.map((payer) => ({ ...payer, status: 'active' as const }))
    for (const row of await storeCustomers(world, people, { isTold })) {
      known.set(nameOf(row.merchantId, row.emailKey), row)
    }
    // Another process stored these customers between the lookup and the insert.
    const others = [...wanted].filter(([name]) => !known.has(name)).map(([, payer]) => payer)
    await hold(world, others, known)
  }
  return ({ merchant, email }) => {
    const customer = known.get(nameOf(merchant.id, emailKeyOf(email)))
    if (!customer) throw new Error('a customer vanished between two statements')
    return customer
  }
}

async function hold(
  { db }: StoringWorld,
  payers: readonly Payer[],
  known: Map<string, CustomerByEmail>,
): Promise<void> {
  const keys = payers.map(({ merchant, email }) => ({
    merchantId: merchant.id,
    emailKey: emailKeyOf(email),
  }))
  for (const row of await holdCustomersByEmail(db, keys)) {
    known.set(nameOf(row.merchantId, row.emailKey), row)
  }
}
