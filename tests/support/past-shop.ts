import { importPayments } from '#server/features/transactions/import/import-payments.ts'
import type { PastPayment } from './stripe/past-payments.ts'
import { createStripeShop, type StripeShop } from './stripe-shop.ts'
import type { TestAppOptions } from './test-app.ts'

const DAY_MS = 86_400_000

/**
 * Factors that convert a test's amount to the unit of Stripe's API (`wired`) and to hundredths, as Incasso stores it
 * (`minor`).
 */
const currencies = [
  { currency: 'eur', wired: 1, minor: 1 },
  { currency: 'usd', wired: 1, minor: 1 },
  { currency: 'jpy', wired: 1, minor: 100 },
  { currency: 'kwd', wired: 10, minor: 1 },
] as const

const declined = {
  pm_card_visa_chargeDeclinedInsufficientFunds: 'insufficient_funds',
  pm_card_chargeDeclinedExpiredCard: 'expired_card',
  pm_failed_at: 'transfer_rejected',
} as const
const cards = [
  'pm_card_visa',
  'pm_card_mastercard',
  'pm_card_visa_chargeDeclinedInsufficientFunds',
  'pm_success_at',
  'pm_card_visa',
  'pm_card_chargeDeclinedExpiredCard',
  'pm_card_amex',
  'pm_failed_at',
  'pm_card_visa',
] as const

/** A payment from before the connection to Stripe, as it must be after its import. */
export type PastPaymentRow = {
  ref: string
  amount: number
  currency: string
  status: 'success' | 'failed'
  paymentMethod: 'card' | 'bank'
  failureReason: string | null
  createdAt: string
}

/**
 * Adds payments over the past 88 days, with several currencies, methods, outcomes and people. Returns them oldest
 * first.
 */
export function addHistory({ app, stripe, account }: StripeShop, count: number): PastPaymentRow[] {
  const nowMs = app.clock.now()
  return Array.from({ length: count }, (_, at) => {
    const { currency, wired, minor } = currencies[at % 4] ?? currencies[0]
    const card = cards[at % cards.length] ?? 'pm_card_visa'
    const atMs = nowMs - 2 * DAY_MS - Math.floor(((count - at) / count) * 86 * DAY_MS)
    const payment: PastPayment = {
      amount: (500 + at) * wired,
      currency,
      atMs,
      card,
      email: `payer${at % 37}@example.com`,
      name: `Payer ${at % 37}`,
      description: `Order ${at}`,
    }
    const { id } = stripe.addPast(account, payment)
    const failureReason = Object.hasOwn(declined, card)
      ? declined[card as keyof typeof declined]
      : null
    return {
      ref: id,
      amount: (500 + at) * minor,
      currency: currency.toUpperCase(),
      status: failureReason === null ? 'success' : 'failed',
      paymentMethod: card.endsWith('_at') ? 'bank' : 'card',
      failureReason,
      createdAt: new Date(Math.floor(atMs / 1000) * 1000).toISOString(),
    }
  })
}

/** Creates a merchant at Stripe's stand-in with earlier payments there. */
export async function createPastShop(
  count: number,
  options: TestAppOptions = {},
): Promise<StripeShop & { known: PastPaymentRow[] }> {
  const shop = await createStripeShop(options)
  return { ...shop, known: addHistory(shop, count) }
}

/** Requests the import of the merchant's earlier payments at Stripe. A job then does it. */
export const requestImport = ({ ada, connected }: StripeShop) =>
  ada.api.processorAccounts.import.mutate({ id: connected.id })

/** Requests the import and runs its job. */
export async function runImport(shop: StripeShop): Promise<void> {
  await requestImport(shop)
  await importPayments(shop.app.world)
}

/** Returns the imported payments as stored, in the form of the expected ones. */
export const readImported = async ({ app }: StripeShop): Promise<PastPaymentRow[]> =>
  (await app.db
    .selectFrom('transactions')
    .select([
      'processorRef as ref',
      'amount',
      'currency',
      'status',
      'paymentMethod',
      'failureReason',
      'createdAt',
    ])
    .where('importedAt', 'is not', null)
    .orderBy('createdAt')
    .execute()) as PastPaymentRow[]

/** Returns the state of the import, as the merchant's processor account shows it. */
export const readImportState = async ({ ada }: StripeShop) =>
  (await ada.api.processorAccounts.list.query())[0]?.import

/** Returns the payments sorted by their reference at Stripe, for a comparison. */
export const byRef = <T extends { ref: string }>(payments: readonly T[]): T[] =>
  payments.toSorted((one, other) => (one.ref < other.ref ? -1 : 1))
