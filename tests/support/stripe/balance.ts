import type Stripe from 'stripe'
import { newId, type StripeAccount } from './account.ts'
import type { StandInContext } from './payment-intents.ts'

/** Time until the money of a card payment is available for a payout. */
const AVAILABLE_AFTER_MS = 3 * 86_400_000

type Booking = {
  type: Stripe.BalanceTransaction.Type
  /** The name in Stripe's reports, if it differs from the type. */
  category?: string
  amount: number
  currency: string
  source: string
  fee?: { amount: number; description: string }
  /** The money becomes available after some days, as incoming money does. */
  isPending?: boolean
}

/** Returns Stripe's fee for a charge: 1.5 % plus 25 in the smallest unit. */
export const feeOf = (amount: number): number => Math.round(amount * 0.015 + 25)

export function bookTransaction(
  { account, nowMs }: StandInContext,
  booking: Booking,
): Stripe.BalanceTransaction {
  const { type, category = type, amount, currency, source, fee, isPending = false } = booking
  const availableMs = isPending ? nowMs + AVAILABLE_AFTER_MS : nowMs
  const transaction: Stripe.BalanceTransaction = {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: Math.floor(availableMs / 1000),
    balance_type: 'payments',
    created: Math.floor(nowMs / 1000),
    currency,
    description: null,
    exchange_rate: null,
    fee: fee?.amount ?? 0,
    fee_details: fee ? [{ ...fee, application: null, currency, type: 'stripe_fee' }] : [],
    net: amount - (fee?.amount ?? 0),
    reporting_category: category,
    source,
    status: isPending ? 'pending' : 'available',
    type,
  }
  account.balance.set(transaction.id, transaction)
  return transaction
}

/** Marks transactions as available whose waiting time has passed. */
export function markAvailable({ account, nowMs }: StandInContext): void {
  for (const transaction of account.balance.values()) {
    if (transaction.available_on * 1000 <= nowMs) transaction.status = 'available'
  }
}

function sumByCurrency({ balance }: StripeAccount, status: string): Stripe.Balance.Available[] {
  // Stripe lists the account's own currency even if its balance is zero.
  const byCurrency = new Map([['eur', 0]])
  for (const { currency, net, status: transactionStatus } of balance.values()) {
    const before = byCurrency.get(currency) ?? 0
    byCurrency.set(currency, before + (transactionStatus === status ? net : 0))
  }
  return [...byCurrency].map(([currency, amount]) => ({
    amount,
    currency,
    source_types: { card: amount },
  }))
}

export function balanceOf(context: StandInContext): Stripe.Balance {
  markAvailable(context)
  return {
    object: 'balance',
    available: sumByCurrency(context.account, 'available'),
    livemode: context.account.isLive,
    pending: sumByCurrency(context.account, 'pending'),
  }
}
