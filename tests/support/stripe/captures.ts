import type Stripe from 'stripe'
import { recordMoved, type StripeAccount } from './account.ts'
import { bookTransaction, feeOf } from './balance.ts'
import { openDispute, openWarning } from './disputes.ts'
import { emit } from './events.ts'
import type { StandInContext } from './payment-intents.ts'
import { cardOf } from './test-cards.ts'

/** Time until the charge of an asynchronous capture has its balance transaction. */
const BOOKED_AFTER_MS = 3_000
/** Time until a bank opens a dispute or an inquiry, or sends a warning. */
const DISPUTED_AFTER_MS = 60_000

/** Counts the captured money, books it into the balance, and schedules the card's dispute or warning. */
export function recordCapture(
  context: StandInContext,
  { id, capture_method }: Stripe.PaymentIntent,
  charge: Stripe.Charge,
): void {
  const { account, nowMs } = context
  recordMoved(account, id, { captured: charge.amount_captured })
  const schedule = (afterMs: number, run: (later: StandInContext) => void) => {
    const later = { ...context, nowMs: nowMs + afterMs }
    account.later.push({ atMs: later.nowMs, run: () => run(later) })
  }
  // Captures are asynchronous by default: the payment has succeeded, but its balance transaction follows later.
  if (capture_method === 'automatic_async') {
    schedule(BOOKED_AFTER_MS, (later) => {
      bookCharge(later, charge)
      emit(later, 'charge.updated', charge)
    })
  } else {
    bookCharge(context, charge)
  }
  const { disputed, isWarned } = cardOf(account, String(charge.payment_method)) ?? {}
  if (disputed) schedule(DISPUTED_AFTER_MS, (later) => openDispute(later, charge, disputed))
  if (isWarned) schedule(DISPUTED_AFTER_MS, (later) => openWarning(later, charge))
}

function bookCharge(context: StandInContext, charge: Stripe.Charge): void {
  const { amount_captured: amount, currency } = charge
  charge.balance_transaction = bookTransaction(context, {
    type: isDebit(context.account, charge) ? 'payment' : 'charge',
    category: 'charge',
    amount,
    currency,
    source: charge.id,
    fee: { amount: feeOf(amount), description: 'Stripe processing fees' },
    isPending: !cardOf(context.account, String(charge.payment_method))?.isAvailableAtOnce,
  }).id
}

const isDebit = (account: StripeAccount, { payment_method }: Stripe.Charge) =>
  cardOf(account, String(payment_method))?.type === 'sepa_debit'
