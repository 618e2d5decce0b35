import type { TransactionEventRow } from '#db/tables.ts'
import type {
  EndedPayment,
  PaymentConsequence,
  StoredPayment,
} from '#server/core/ports/payment-consequence.ts'
import {
  createPaymentEvent,
  createStageEvents,
  emitEvents,
} from '#server/services/outbox/emit-event.ts'
import { positionsOfPayment } from '#server/services/rollups/calendar-positions.ts'
import { addNewPayments, updatePaymentSums } from '#server/services/rollups/payment-sums.queries.ts'
import { putSearchTexts } from '#server/services/search/search.queries.ts'
import { partsOfPayment, searchTextOf } from '#server/services/search/search.rules.ts'
import { eventOfPayment, eventsOfStage } from './payment-response.ts'
import { sumColumnsOf } from './store/payment-row.ts'
import { transactionV2Of } from './transaction-v2.rules.ts'
import { insertEvents, lastSequence } from './transactions.queries.ts'
import { processingMsOf, transactionOf } from './transactions.rules.ts'

const history: PaymentConsequence = {
  name: 'history',
  onStored: (payments) => [({ db }) => insertEvents(db, payments.flatMap(firstEvents))],
  onEnded: async ({ db }, { row, actor, reason }) => {
    const key = { merchantId: row.merchantId, transactionId: row.id }
    await insertEvents(db, [
      {
        ...key,
        sequence: (await lastSequence(db, key)) + 1,
        at: row.updatedAt,
        type: 'status_changed',
        status: row.status,
        reason,
        actor,
      },
    ])
  },
}

/** Returns the first history entries. A history begins with `pending`, even when the outcome is known at once. */
function firstEvents({ row, actor, outcomeActor }: StoredPayment): TransactionEventRow[] {
  const created: TransactionEventRow = {
    merchantId: row.merchantId,
    transactionId: row.id,
    sequence: 1,
    at: row.createdAt,
    type: 'created',
    status: 'pending',
    reason: null,
    actor,
  }
  if (row.status === 'pending') return [created]
  return [
    created,
    {
      ...created,
      sequence: 2,
      at: row.settledAt ?? row.createdAt,
      type: 'status_changed',
      status: row.status,
      reason: row.failureReason,
      actor: outcomeActor,
    },
  ]
}

const searchText: PaymentConsequence = {
  name: 'search text',
  onStored: (payments) => [({ db }) => putSearchTexts(db, payments.map(searchTextOfPayment))],
  onAmountChanged: ({ db }, payment) => putSearchTexts(db, [searchTextOfPayment(payment)]),
}

const searchTextOfPayment = ({ row }: Pick<StoredPayment, 'row'>) => ({
  merchantId: row.merchantId,
  kind: 'transaction' as const,
  objectId: row.id,
  text: searchTextOf(partsOfPayment(row)),
})

const sums: PaymentConsequence = {
  name: 'sums',
  onStored: (payments) =>
    addNewPayments(payments.map(({ row, positions }) => ({ row: sumColumnsOf(row), positions }))),
  onAmountChanged: (world, { merchant, before, row }) =>
    updatePaymentSums(
      world,
      { before: sumColumnsOf(before), after: sumColumnsOf(row) },
      positionsOfPayment(merchant, row),
    ),
  onEnded: (world, { merchant, before, row }) =>
    updatePaymentSums(
      world,
      {
        before: { ...row, amount: before.amount, status: 'pending', processingMs: 0 },
        after: { ...row, processingMs: processingMsOf(row) },
      },
      positionsOfPayment(merchant, row),
    ),
}

const events: PaymentConsequence = {
  name: 'events',
  onStored: (payments) => [(world) => emitEvents(world, payments.flatMap(eventsOfStored))],
  onOpen: async (world, { row, isNewStage }) => {
    if (!isNewStage) return
    // The payer has paid, and a bank decides: this notifies the merchant that no money has arrived yet.
    const isProcessing = row.stage === 'processing'
    const events = isProcessing ? [eventOfPayment(world, row)] : eventsOfStage(world, row)
    await emitEvents(world, events)
  },
  onEnded: (world, { row }) => emitEvents(world, [eventOfPayment(world, row)]),
}

/** Returns the events of a payment that was stored with its processor's response; none for any other payment. */
function eventsOfStored({ row, order }: StoredPayment) {
  if (!order?.hasOutcome) return []
  const bodies = {
    v1: transactionOf(row),
    v2: () => transactionV2Of(row, order.next ?? null),
  }
  return [createPaymentEvent(row, bodies), ...createStageEvents(row, bodies)]
}

const liveChangeOf = ({ merchantId, id }: EndedPayment['row']) =>
  ({ merchantId, type: 'transaction', action: 'changed', objectId: id }) as const

const liveChange: PaymentConsequence = {
  name: 'live change',
  onStored: (payments) => [
    async ({ publishChange }) => {
      for (const { row, order } of payments) {
        if (order) publishChange({ ...liveChangeOf(row), action: 'created' })
      }
    },
  ],
  onOpen: async ({ publishChange }, { row, isNewStage }) => {
    if (isNewStage) publishChange(liveChangeOf(row))
  },
  onAmountChanged: async ({ publishChange }, { row }) => publishChange(liveChangeOf(row)),
  onEnded: async ({ publishChange }, { row }) => publishChange(liveChangeOf(row)),
}

/** Actions that follow each change of a payment: history, search text, sums, events, and notices to open pages. */
export const paymentConsequences: readonly PaymentConsequence[] = [
  history,
  searchText,
  sums,
  events,
  liveChange,
]
