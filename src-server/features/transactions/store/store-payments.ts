import type { TransactionRow } from '#db/tables.ts'
import type { StoringWorld } from '#server/core/context.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import {
  type CalendarPosition,
  findRefusedOrders,
  runOnStored,
} from '#server/core/ports/payment-consequence.ts'
import type { OrderOutcome, PaymentOrder } from '#server/core/ports/payment-store.ts'
import { erasedPerson, nameColumnsOf } from '#server/features/customers/customers.rules.ts'
import { findOrStoreCustomers } from '#server/features/customers/find-or-store-customers.ts'
import { lockMerchants } from '#server/features/merchants/lock-merchant.ts'
import { bodyOfClaim } from '#server/services/idempotency/claim-key.ts'
import { SUCCESS_STATUS } from '#server/services/idempotency/idempotency.ts'
import { nameOfKey, readKeyStates, storeKeys } from '#server/services/idempotency/stored-keys.ts'
import { positionsOfPayment } from '#server/services/rollups/calendar-positions.ts'
import { transactionV2Of } from '../transaction-v2.rules.ts'
import { transactionOf } from '../transactions.rules.ts'
import { insertPayments } from './insert-payments.ts'
import { findRepetitions, type Repetition } from './order-references.ts'
import { rowOf } from './payment-row.ts'

/** An accepted order that is not stored yet. */
type AcceptedOrder = {
  order: PaymentOrder
  merchant: ActingMerchant
  /** The Idempotency-Key has expired, so it counts as new. */
  hasPastKey: boolean
}

type Draft = AcceptedOrder & { row: TransactionRow; positions: CalendarPosition[] }
type PreparedPayment = Draft & { response: string }

/**
 * Stores payments together, with statements that each cover all of them. Orders that are refused or were answered
 * before are left out; the other orders are all stored, or none is. Call it in a transaction. It locks the merchants,
 * then the customers, and then changes the sums, in the common lock order. Returns the outcome of each order.
 */
export async function storePayments(
  world: StoringWorld,
  orders: readonly PaymentOrder[],
): Promise<OrderOutcome[]> {
  const outcomes = new Map<PaymentOrder, OrderOutcome>()
  const repetitions: Repetition[] = []
  const accepted = await acceptOrders(world, orders, { outcomes, repetitions })
  const preparedPayments = await insertDrafts(world, await makeRows(world, accepted))
  const stored = preparedPayments.map(({ row, positions, order }) => ({
    row,
    positions,
    actor: order.actor,
    outcomeActor: `processor:${row.processor}`,
    order,
  }))
  await runOnStored(world, stored)
  // The lock order requires idempotency keys after all other rows.
  await storeResponses(world, preparedPayments)
  for (const { order, row, response } of preparedPayments) {
    outcomes.set(order, { is: 'stored', row: order.hasOutcome ? null : row, response })
  }
  for (const { order, first } of repetitions) {
    const payment = preparedPayments.find((prepared) => prepared.order === first)?.row
    if (payment) outcomes.set(order, { is: 'reference taken', payment })
  }
  return orders.map((order) => outcomes.get(order) ?? { is: 'merchant gone' })
}

/** Outcomes of orders that are not stored, and orders that repeat the reference of an earlier one in their group. */
type GroupOutcomes = { outcomes: Map<PaymentOrder, OrderOutcome>; repetitions: Repetition[] }

/** Returns the acceptable orders and locks their merchants; sets the outcomes of orders that cannot be stored. */
async function acceptOrders(
  world: StoringWorld,
  orders: readonly PaymentOrder[],
  { outcomes, repetitions }: GroupOutcomes,
): Promise<AcceptedOrder[]> {
  const keyedOrders = orders.flatMap((order) =>
    order.once ? [{ order, merchantId: order.merchantId, key: order.once.key }] : [],
  )
  const states = await readKeyStates(world, keyedOrders)
  const expiredKeyOrders = new Set<PaymentOrder>()
  const seenKeys = new Set<string>()
  keyedOrders.forEach(({ order, ...key }, at) => {
    const state = states[at]
    if (state?.is === 'known') outcomes.set(order, { is: 'known', known: state.row })
    // When two orders share an Idempotency-Key, the second gets `running`, as it would in two transactions.
    else if (state?.is === 'running' || seenKeys.has(nameOfKey(key))) {
      outcomes.set(order, { is: 'running' })
    } else if (state?.is === 'past') expiredKeyOrders.add(order)
    seenKeys.add(nameOfKey(key))
  })
  const newOrders = orders.filter((order) => !outcomes.has(order))
  const merchants = await lockMerchants(
    world,
    newOrders.map(({ merchantId }) => merchantId),
  )
  const refused = await findRefusedOrders(
    world,
    newOrders.filter(({ merchantId }) => merchants.has(merchantId)),
  )
  for (const order of refused) outcomes.set(order, { is: 'link closed' })
  const acceptable = newOrders.filter(
    (order) => merchants.has(order.merchantId) && !refused.has(order),
  )
  if (acceptable.some(({ orderReference }) => orderReference)) {
    repetitions.push(...(await findRepetitions(world, acceptable, outcomes)))
  }
  const repeated = new Set(repetitions.map(({ order }) => order))
  return acceptable.flatMap((order) => {
    const merchant = merchants.get(order.merchantId)
    return merchant && !outcomes.has(order) && !repeated.has(order)
      ? [{ order, merchant, hasPastKey: expiredKeyOrders.has(order) }]
      : []
  })
}

/** Makes the rows: finds or stores the customers, and the merchant's business day on which each payment counts. */
async function makeRows(world: StoringWorld, accepted: readonly AcceptedOrder[]): Promise<Draft[]> {
  const payerOf = ({ merchant, order }: AcceptedOrder) => ({
    merchant,
    name: order.customerName,
    email: order.customerEmail,
  })
  const customerOf = await findOrStoreCustomers(world, accepted.map(payerOf))
  return accepted.map((each) => {
    const { order, merchant, hasPastKey } = each
    const customer = customerOf(payerOf(each))
    const positions = positionsOfPayment(merchant, order)
    const row = rowOf(order, customer.id, positions)
    // A payment with the placeholder e-mail address of an erased customer finds that customer.
    if (customer.erasedAt !== null) {
      Object.assign(row, nameColumnsOf(erasedPerson(customer.id)), {
        description: null,
        metadata: null,
        methodLast4: null,
      })
    }
    return { order, merchant, hasPastKey, row, positions }
  })
}

const responseTextOf = ({ version, next = null }: PaymentOrder, row: TransactionRow): string =>
  JSON.stringify(version === 'v2' ? transactionV2Of(row, next) : transactionOf(row))

async function insertDrafts(
  world: StoringWorld,
  drafts: readonly Draft[],
): Promise<PreparedPayment[]> {
  const rows = await insertPayments(
    world,
    drafts.map(({ row }) => row),
  )
  return drafts.map(({ order, merchant, hasPastKey, positions, row: drafted }, at) => {
    const row = rows[at] ?? drafted
    return { order, merchant, hasPastKey, positions, row, response: responseTextOf(order, row) }
  })
}

/**
 * Stores each response under its Idempotency-Key. A payment whose processor was not called yet claims its key without a
 * response.
 */
async function storeResponses(
  world: StoringWorld,
  preparedPayments: readonly PreparedPayment[],
): Promise<void> {
  const keyRows = preparedPayments.flatMap(({ order, row, response, hasPastKey: isPast }) =>
    order.once
      ? [
          {
            merchantId: row.merchantId,
            ...order.once,
            objectId: row.id,
            status: order.hasOutcome ? SUCCESS_STATUS : null,
            body: order.hasOutcome ? response : bodyOfClaim(order.version),
            isPast,
          },
        ]
      : [],
  )
  // `readKeyStates` has locked each key.
  if (!(await storeKeys(world, keyRows))) throw new Error('a key was taken after it was locked')
}
