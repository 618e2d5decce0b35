import type { TransactionRow } from '#db/tables.ts'
import type { StoringWorld } from '#server/core/context.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import { type Place, refusedOrders, runStored } from '#server/core/ports/payment-consequence.ts'
import type { PaymentOrder, PaymentReceipt } from '#server/core/ports/payment-store.ts'
import { erasedPerson, paymentNames } from '#server/features/customers/customers.rules.ts'
import { findOrStoreCustomers } from '#server/features/customers/find-or-store-customers.ts'
import { holdMerchants } from '#server/features/merchants/hold-merchant.ts'
import { bodyOfClaim } from '#server/services/idempotency/claimed-key.ts'
import { SUCCEEDED } from '#server/services/idempotency/idempotency.ts'
import { keepAnswers, lookForKeys, nameOfKey } from '#server/services/idempotency/kept-answers.ts'
import { placesOfPayment } from '#server/services/rollups/places.ts'
import { transactionV2Of } from '../transaction-v2.rules.ts'
import { transactionOf } from '../transactions.rules.ts'
import { insertPayments } from './insert-payments.ts'
import { rowOf } from './payment-row.ts'

/** An accepted order that is not stored yet. */
type AcceptedOrder = {
  order: PaymentOrder
  merchant: ActingMerchant
  /** The Idempotency-Key has expired, so it counts as new. */
  hasPastKey: boolean
}

type Draft = AcceptedOrder & { row: TransactionRow; places: Place[] }
type Made = Draft & { answer: string }

/**
 * Stores payments together, with statements that each cover all of them. Orders that are refused or were answered
 * before are left out; the others are all stored, or none of them. Call it in a transaction. It locks the merchants,
 * then the customers, and then changes the sums, in the common lock order. Returns the receipt of each order.
 */
export async function storePayments(
  world: StoringWorld,
  orders: readonly PaymentOrder[],
): Promise<PaymentReceipt[]> {
  const receipts = new Map<PaymentOrder, PaymentReceipt>()
  const begun = await begin(world, orders, receipts)
  const made = await insertDrafts(world, await makeRows(world, begun))
  const stored = made.map(({ row, places, order }) => ({
    row,
    places,
    actor: order.actor,
    outcomeActor: `processor:${row.processor}`,
    order,
  }))
  await runStored(world, stored)
  // Idempotency-Keys are locked after all other rows.
  await keep(world, made)
  for (const { order, row, answer } of made) {
    receipts.set(order, { is: 'stored', row: order.isAnswered ? null : row, answer })
  }
  return orders.map((order) => receipts.get(order) ?? { is: 'merchant gone' })
}

/** Returns the acceptable orders and locks their merchants; sets the receipts of orders that cannot be stored. */
async function begin(
  world: StoringWorld,
  orders: readonly PaymentOrder[],
  receipts: Map<PaymentOrder, PaymentReceipt>,
): Promise<AcceptedOrder[]> {
  const keyed = orders.flatMap((order) =>
    order.once ? [{ order, merchantId: order.merchantId, key: order.once.key }] : [],
  )
  const states = await lookForKeys(world, keyed)
  const past = new Set<PaymentOrder>()
  const seen = new Set<string>()
  keyed.forEach(({ order, ...key }, at) => {
    const state = states[at]
    if (state?.is === 'known') receipts.set(order, { is: 'known', known: state.row })
    // When two orders share a key, the second gets `running`, as it would in two transactions.
    else if (state?.is === 'running' || seen.has(nameOfKey(key))) {
      receipts.set(order, { is: 'running' })
    } else if (state?.is === 'past') past.add(order)
    seen.add(nameOfKey(key))
  })
  const open = orders.filter((order) => !receipts.has(order))
  const merchants = await holdMerchants(
    world,
    open.map(({ merchantId }) => merchantId),
  )
  const refused = await refusedOrders(
    world,
    open.filter(({ merchantId }) => merchants.has(merchantId)),
  )
  for (const order of refused) receipts.set(order, { is: 'link closed' })
  return open.flatMap((order) => {
    const merchant = merchants.get(order.merchantId)
    return merchant && !refused.has(order) ? [{ order, merchant, hasPastKey: past.has(order) }] : []
  })
}

/** Makes the rows: finds or stores the customers, and the merchant's business day on which each payment counts. */
async function makeRows(world: StoringWorld, begun: readonly AcceptedOrder[]): Promise<Draft[]> {
  const payerOf = ({ merchant, order }: AcceptedOrder) => ({
    merchant,
    name: order.customerName,
    email: order.customerEmail,
  })
  const customerOf = await findOrStoreCustomers(world, begun.map(payerOf))
  return begun.map((each) => {
    const { order, merchant, hasPastKey } = each
    const customer = customerOf(payerOf(each))
    const places = placesOfPayment(merchant, order)
    const row = rowOf(order, customer.id, places)
    // A payment with the placeholder e-mail address of an erased customer finds that customer.
    if (customer.erasedAt !== null) {
      Object.assign(row, paymentNames(erasedPerson(customer.id)), {
        description: null,
        metadata: null,
      })
    }
    return { order, merchant, hasPastKey, row, places }
  })
}

const answerOf = ({ version, next = null }: PaymentOrder, row: TransactionRow): string =>
  JSON.stringify(version === 'v2' ? transactionV2Of(row, next) : transactionOf(row))

async function insertDrafts(world: StoringWorld, drafts: readonly Draft[]): Promise<Made[]> {
  const rows = await insertPayments(
    world,
    drafts.map(({ row }) => row),
  )
  return drafts.map(({ order, merchant, hasPastKey, places, row: drafted }, at) => {
    const row = rows[at] ?? drafted
    return { order, merchant, hasPastKey, places, row, answer: answerOf(order, row) }
  })
}

/** Stores each response under its key. A payment whose processor was not called yet claims its key without one. */
async function keep(world: StoringWorld, made: readonly Made[]): Promise<void> {
  const answers = made.flatMap(({ order, row, answer, hasPastKey: isPast }) =>
    order.once
      ? [
          {
            merchantId: row.merchantId,
            ...order.once,
            objectId: row.id,
            status: order.isAnswered ? SUCCEEDED : null,
            body: order.isAnswered ? answer : bodyOfClaim(order.version),
            isPast,
          },
        ]
      : [],
  )
  // `lookForKeys` has locked each key.
  if (!(await keepAnswers(world, answers))) throw new Error('a key was taken after it was locked')
}
