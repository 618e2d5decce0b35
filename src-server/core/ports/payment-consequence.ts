import { runPipelined } from '#db/pipeline.ts'
import type { DisputeRow } from '#db/tables/dispute-tables.ts'
import type { Calendar, Db, TransactionRow } from '#db/tables.ts'
import type { StoringWorld, World } from '../context.ts'
import type { ActingMerchant } from '../merchant.ts'
import type { PaymentOrder } from './payment-store.ts'
import type { Progress } from './processor.ts'

/**
 * Day, weekday (0 is Sunday) and six-hour slot (0 to 3) of a payment or a customer in one of a merchant's calendars.
 */
export type CalendarPosition = { calendar: Calendar; day: string; weekday: number; slot: number }

/** A payment that was just stored: taken, imported from a processor, or created as a sample for a demo. */
export type StoredPayment = {
  row: TransactionRow
  positions: readonly CalendarPosition[]
  /** Author of the payment, as its history names them. */
  actor: string
  /** Author of its outcome, as its history names them. */
  outcomeActor: string
  /** The order that created the payment; null for a past payment, about which no notification is sent. */
  order: PaymentOrder | null
}

/** Progress that a processor reported, or a cancellation by a person with a reason in their own words. */
export type PaymentOutcome = Progress | { stage: 'cancelled'; reason: string }

/** A payment that reached its final outcome after it was stored. */
export type EndedPayment = {
  merchant: ActingMerchant
  before: TransactionRow
  row: TransactionRow
  outcome: Exclude<PaymentOutcome, { pollAtMs: number }>
  /** Author of the outcome and their reason, as the history records them. */
  actor: string
  reason: string | null
}

/** A payment that is still open after its processor reported on it. */
export type OpenPayment = {
  row: TransactionRow
  outcome: Extract<PaymentOutcome, { pollAtMs: number }>
  /** True when the report changed the payment's stage. */
  isNewStage: boolean
}

/** An open payment whose amount was changed. */
export type ChangedAmount = {
  merchant: ActingMerchant
  before: TransactionRow
  row: TransactionRow
}

/** A dispute of a payment that was opened, changed or closed. */
export type ChangedDispute = {
  type: 'opened' | 'updated' | 'closed'
  merchant: ActingMerchant
  /** The dispute before the change; undefined when it was opened. */
  before?: DisputeRow
  row: DisputeRow
  /** Author of the change, as histories name them. */
  actor: string
  /** True for a dispute from before its payment's import: neither consequences nor endpoints are notified of it. */
  isHistorical: boolean
}

type PaymentKeys = Pick<TransactionRow, 'merchantId' | 'customerId' | 'linkId'>

/** A step that a consequence runs in the transaction that stores payments. */
export type StoredStep = (world: StoringWorld) => Promise<unknown>

/**
 * A consequence of a payment, such as its sums or its events: hooks that run in the payment's database transaction,
 * however the payment is stored or ended. Features list theirs in `src-server/consequences.ts`.
 */
export type PaymentConsequence = {
  name: string
  /** Returns the orders to refuse. Runs before any row of the orders is stored, while the merchants are locked. */
  refuse?: (world: StoringWorld, orders: readonly PaymentOrder[]) => Promise<Set<PaymentOrder>>
  /** Locks the rows that this consequence changes, before the customer and the payment are locked. */
  lock?: (world: Pick<World, 'db' | 'dialect'>, payment: PaymentKeys) => Promise<void>
  /**
   * Returns the steps for all payments that are stored together. They run in one pipeline with the steps of the other
   * consequences, so no step may need what another consequence writes.
   */
  onStored?: (payments: readonly StoredPayment[]) => readonly StoredStep[]
  /** Runs when a processor reported on a payment that stays open. */
  onOpen?: (world: World, payment: OpenPayment) => Promise<unknown>
  /** Runs when the amount of an open payment was changed. */
  onAmountChanged?: (world: World, payment: ChangedAmount) => Promise<unknown>
  /** Runs when a stored payment reached its final outcome. */
  onEnded?: (world: World, payment: EndedPayment) => Promise<unknown>
  /** Runs when a dispute of a payment was opened, changed or closed; a bank's fraud warning is a dispute too. */
  onDispute?: (world: World, dispute: ChangedDispute) => Promise<unknown>
  /** Erases data that may name a customer from the rows stored with their payments. */
  onPaymentsErased?: (
    db: Db,
    payments: { merchantId: string; transactionIds: readonly string[] },
  ) => Promise<unknown>
  /** Deletes at most `limit` other rows about an erased customer; returns how many. */
  onCustomerErased?: (
    db: Db,
    customer: { merchantId: string; customerId: string; limit: number },
  ) => Promise<number>
}

type Consequences = { consequences: readonly PaymentConsequence[] }

/** Runs the consequences of payments that were just stored, together with `more` steps of the caller. */
export const runOnStored = (
  world: StoringWorld,
  payments: readonly StoredPayment[],
  more: readonly StoredStep[] = [],
): Promise<unknown> =>
  runPipelined(world, [
    ...world.consequences.flatMap(({ onStored }) => onStored?.(payments) ?? []),
    ...more,
  ])

/** Runs the consequences of a processor's report on a payment that stays open. */
export async function runOnOpen(world: World, payment: OpenPayment): Promise<void> {
  for (const { onOpen } of world.consequences) await onOpen?.(world, payment)
}

/** Runs the consequences of a change of an open payment's amount. */
export async function runOnAmountChanged(world: World, payment: ChangedAmount): Promise<void> {
  for (const { onAmountChanged } of world.consequences) await onAmountChanged?.(world, payment)
}

/** Runs the consequences of a stored payment's final outcome. */
export async function runOnEnded(world: World, payment: EndedPayment): Promise<void> {
  for (const { onEnded } of world.consequences) await onEnded?.(world, payment)
}

/** Runs the consequences of a dispute that was opened, changed or closed. */
export async function runOnDispute(world: World, dispute: ChangedDispute): Promise<void> {
  for (const { onDispute } of world.consequences) await onDispute?.(world, dispute)
}

/** Locks the rows that consequences change with a payment, always in the same order, so that no deadlock occurs. */
export async function lockForPayment(
  world: Pick<World, 'db' | 'dialect'> & Consequences,
  payment: PaymentKeys,
): Promise<void> {
  for (const { lock } of world.consequences) await lock?.(world, payment)
}

/** Returns the orders that at least one consequence refuses. */
export async function findRefusedOrders(
  world: StoringWorld,
  orders: readonly PaymentOrder[],
): Promise<Set<PaymentOrder>> {
  const refused = new Set<PaymentOrder>()
  for (const { refuse } of world.consequences) {
    for (const order of (await refuse?.(world, orders)) ?? []) refused.add(order)
  }
  return refused
}
