import { inOneGo } from '#db/in-one-go.ts'
import type { TransactionEventRow, TransactionRow } from '#db/tables.ts'
import type { StoringWorld } from '#server/core/context.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import type { OrderOfLink, PaymentOrder, PaymentReceipt } from '#server/core/payment-store.ts'
import { bodyOfClaim } from '#server/services/idempotency/claimed-key.ts'
import { SUCCEEDED } from '#server/services/idempotency/idempotency.ts'
import { keepAnswers, lookForKeys, nameOfKey } from '#server/services/idempotency/kept-answers.ts'
import {
  countLinkPayments,
  refusedByLinks,
  toldOfLink,
} from '#server/services/links/link-payments.ts'
import { withdrawReminders } from '#server/services/links/reminders.queries.ts'
import { storeMail } from '#server/services/mail/queue-mail.ts'
import {
  emitEvents,
  linkPaidEvent,
  paymentEvent,
  stageEvents,
} from '#server/services/outbox/emit-event.ts'
import { addNewPayments } from '#server/services/rollups/payment-sums.queries.ts'
import { type Place, placesOfPayment } from '#server/services/rollups/places.ts'
import { putSearchTexts } from '#server/services/search/search.queries.ts'
import { partsOfPayment, searchTextOf } from '#server/services/search/search.rules.ts'
import { erasedPerson, paymentNames } from '../customers/customers.rules.ts'
import { findOrStoreCustomers } from '../customers/find-or-store-customers.ts'
import { holdMerchants } from '../merchants/hold-merchant.ts'
import { insertPayments } from './insert-payments.ts'
import { changeOf, rowOf } from './payment-row.ts'
import { transactionV2Of } from './transaction-v2.rules.ts'
import { insertEvents } from './transactions.queries.ts'
import { transactionOf } from './transactions.rules.ts'

/** An accepted order that is not stored yet. */
type AcceptedOrder = {
  order: PaymentOrder
  merchant: ActingMerchant
  /** The Idempotency-Key has expired, and counts as a new one. */
  hasPastKey: boolean
}

type Draft = AcceptedOrder & { row: TransactionRow; places: Place[] }
type Made = Draft & { answer: string }

/**
 * Stores payments that come together, all or none of those that nothing stands against: each statement
 * is about all of them. Call it in a transaction; it holds the merchants, then the customers, and then
 * changes the sums, in the one order of locks. Answers what became of each order.
 */
export async function storePayments(
  world: StoringWorld,
  orders: readonly PaymentOrder[],
): Promise<PaymentReceipt[]> {
  const receipts = new Map<PaymentOrder, PaymentReceipt>()
  const begun = await begin(world, orders, receipts)
  const made = await insertDrafts(world, await makeRows(world, begun))
  await countLinkPayments(
    world,
    made.flatMap(({ row, order: { link } }) =>
      link ? [{ row, link: withoutErased(row, link) }] : [],
    ),
  )
  await inOneGo(world, [
    ({ db }) => insertEvents(db, made.flatMap(firstEvents)),
    ({ db }) => putSearchTexts(db, made.map(searchTextOfPayment)),
    ...addNewPayments(made.map(({ row, places }) => ({ row: changeOf(row), places }))),
  ])
  await inOneGo(world, [
    (inner) => tell(inner, made),
    (inner) => storeReceipts(inner, made),
    (inner) => keep(inner, made),
  ])
  for (const { order, row, answer } of made) {
    receipts.set(order, { is: 'stored', row: order.isAnswered ? null : row, answer })
    world.noteChange({
      merchantId: row.merchantId,
      type: 'transaction',
      action: 'created',
      objectId: row.id,
    })
  }
  return orders.map((order) => receipts.get(order) ?? { is: 'merchant gone' })
}

/** Somebody who pays with the address that stands for an erased customer answers nothing that is kept. */
const withoutErased = (row: TransactionRow, link: OrderOfLink): OrderOfLink =>
  row.customerEmail === erasedPerson(row.customerId).email ? { ...link, answers: [] } : link

const searchTextOfPayment = ({ row }: Made) => ({
  merchantId: row.merchantId,
  kind: 'transaction' as const,
  objectId: row.id,
  text: searchTextOf(partsOfPayment(row)),
})

/** Tells of payments, and then of those by links that succeeded at once. */
async function tell(world: StoringWorld, made: readonly Made[]): Promise<void> {
  const told = made.filter(({ order }) => order.isAnswered)
  await emitEvents(
    world,
    told.flatMap(({ order, row }) => {
      const answer = {
        v1: transactionOf(row),
        v2: () => transactionV2Of(row, order.next ?? null),
      }
      return [paymentEvent(row, answer), ...stageEvents(row, answer)]
    }),
  )
  for (const { row } of made) {
    if (row.status !== 'success') continue
    const told = await toldOfLink(world.db, row)
    if (told) await emitEvents(world, [linkPaidEvent(row, { ...transactionOf(row), ...told })])
  }
}

async function storeReceipts(world: StoringWorld, made: readonly Made[]): Promise<void> {
  for (const { row, order } of made) {
    if (order.receipt) await storeMail(world, { ...order.receipt, customerId: row.customerId })
    const { merchantId, linkId, status } = row
    if (linkId && status === 'success')
      await withdrawReminders(world.db, { merchantId, id: linkId })
  }
}

/** Sorts out what was answered before, or is being answered, and holds the merchants of the rest. */
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
    // Of two orders with one key the second waits for the first, as it would in two transactions.
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
  const refused = await refusedByLinks(
    world,
    open.filter(({ merchantId }) => merchants.has(merchantId)),
  )
  for (const order of refused) receipts.set(order, { is: 'link closed' })
  return open.flatMap((order) => {
    const merchant = merchants.get(order.merchantId)
    return merchant && !refused.has(order) ? [{ order, merchant, hasPastKey: past.has(order) }] : []
  })
}

/** Finds out whose payments they are, and on which day of the merchant's they count. */
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
    // The address that stands for an erased customer finds them, too.
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

/** Every payment begins as pending, also when its outcome is known at once. */
function firstEvents({ order, row }: Made): TransactionEventRow[] {
  const created: TransactionEventRow = {
    merchantId: row.merchantId,
    transactionId: row.id,
    sequence: 1,
    at: row.createdAt,
    type: 'created',
    status: 'pending',
    reason: null,
    actor: order.actor,
  }
  if (row.status === 'pending') return [created]
  return [
    created,
    {
      ...created,
      sequence: 2,
      type: 'status_changed',
      status: row.status,
      reason: row.failureReason,
      actor: `processor:${row.processor}`,
    },
  ]
}

/** Keeps each answer for its key; one that the processor has not been asked for yet is claimed without. */
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
  // Each key is locked since it was looked for.
  if (!(await keepAnswers(world, answers))) throw new Error('a key was taken after it was locked')
}
