import type Stripe from 'stripe'
import { newId } from './account.ts'
import { bookTransaction, markAvailable } from './balance.ts'
import { emit } from './events.ts'
import type { StandInContext } from './payment-intents.ts'

const ARRIVES_AFTER_MS = 2 * 86_400_000

export type PayoutPlan = {
  currency?: string
  /** True when the merchant's bank returns the money. */
  fails?: boolean
}

/** Sends the available balance to the merchant's bank, as Stripe does automatically. It arrives two days later. */
export function payOut(
  context: StandInContext,
  { currency = 'eur', fails = false }: PayoutPlan = {},
): Stripe.Payout {
  const { account, nowMs } = context
  markAvailable(context)
  const included = [...account.balance.values()].filter(
    (each) =>
      each.currency === currency && each.status === 'available' && !account.paidOut.has(each.id),
  )
  const amount = included.reduce((sum, { net }) => sum + net, 0)
  if (amount <= 0) throw new Error(`There is nothing in ${currency} that could be paid out.`)
  const payout = newPayout(context, amount, currency)
  const payoutTransaction = bookTransaction(context, {
    type: 'payout',
    amount: -amount,
    currency,
    source: payout.id,
  })
  payout.balance_transaction = payoutTransaction.id
  for (const { id } of [...included, payoutTransaction]) account.paidOut.set(id, payout.id)
  account.payouts.set(payout.id, payout)
  emit(context, 'payout.created', payout)
  const arrival = { ...context, nowMs: nowMs + ARRIVES_AFTER_MS }
  account.later.push({
    atMs: arrival.nowMs,
    run: () => (fails ? sendBack : arrive)(arrival, payout),
  })
  return payout
}

function newPayout(
  { account, nowMs }: StandInContext,
  amount: number,
  currency: string,
): Stripe.Payout {
  return {
    id: newId('po'),
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: Math.floor((nowMs + ARRIVES_AFTER_MS) / 1000),
    automatic: true,
    balance_transaction: null,
    created: Math.floor(nowMs / 1000),
    currency,
    description: 'STRIPE PAYOUT',
    destination: newId('ba'),
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: account.isLive,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'in_progress',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'in_transit',
    trace_id: null,
    type: 'bank_account',
  }
}

function arrive(context: StandInContext, payout: Stripe.Payout): void {
  payout.status = 'paid'
  emit(context, 'payout.paid', payout)
  payout.reconciliation_status = 'completed'
  emit(context, 'payout.reconciliation_completed', payout)
}

function sendBack(context: StandInContext, payout: Stripe.Payout): void {
  const { id, amount, currency } = payout
  const returnBooking = { type: 'payout_failure', amount, currency, source: id } as const
  payout.status = 'failed'
  payout.failure_code = 'account_closed'
  payout.failure_message = 'The bank account has been closed.'
  payout.failure_balance_transaction = bookTransaction(context, returnBooking).id
  emit(context, 'payout.failed', payout)
}
