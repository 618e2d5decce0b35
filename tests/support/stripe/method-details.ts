import type Stripe from 'stripe'
import { newId, type StripeAccount } from './account.ts'
import { cardOf, type TestCard } from './test-cards.ts'

type Details = Stripe.Charge.PaymentMethodDetails
type Expiry = { exp_month: number; exp_year: number }

const debitDetails = ({ last4 }: TestCard): Stripe.Charge.PaymentMethodDetails.SepaDebit => ({
  bank_code: '19043',
  branch_code: '',
  country: 'AT',
  fingerprint: `finger${last4}`,
  last4,
  mandate: newId('mandate'),
})

const walletOf = ({ wallet }: TestCard): Stripe.Charge.PaymentMethodDetails.Card.Wallet | null =>
  wallet === undefined ? null : { dynamic_last4: null, type: wallet, [wallet]: {} }

const cardDetails = (
  testCard: TestCard,
  { exp_month, exp_year }: Expiry,
  captureBefore: number | undefined,
): Stripe.Charge.PaymentMethodDetails.Card => ({
  amount_authorized: null,
  authorization_code: null,
  brand: testCard.brand,
  checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
  country: 'US',
  electronic_commerce_indicator: null,
  exp_month,
  exp_year,
  fingerprint: `finger${testCard.last4}`,
  funding: 'credit',
  installments: null,
  last4: testCard.last4,
  mandate: null,
  network: testCard.brand,
  network_transaction_id: null,
  regulated_status: 'unregulated',
  three_d_secure: null,
  transaction_link_id: null,
  wallet: walletOf(testCard),
  ...(captureBefore !== undefined && { capture_before: captureBefore }),
})

/** Details of the methods without a card, by type. */
const detailsByType: Readonly<
  Record<Exclude<TestCard['type'], 'card'>, (card: TestCard) => Partial<Details>>
> = {
  bancontact: () => ({
    bancontact: {
      bank_code: 'VAPE',
      bank_name: 'VAN DE PUT & CO',
      bic: 'VAPEBE22',
      generated_sepa_debit: null,
      generated_sepa_debit_mandate: null,
      iban_last4: '7061',
      preferred_language: 'nl',
      verified_name: 'Test Payer',
    },
  }),
  ideal: () => ({
    ideal: {
      bank: 'ing',
      bic: 'INGBNL2A',
      generated_sepa_debit: null,
      generated_sepa_debit_mandate: null,
      iban_last4: '5264',
      transaction_id: newId('ideal'),
      verified_name: 'Test Payer',
    },
  }),
  klarna: () => ({
    klarna: {
      payer_details: { address: { country: 'IT' } },
      payment_method_category: 'pay_later',
      preferred_locale: 'it-IT',
    },
  }),
  paypal: () => ({
    paypal: {
      country: 'IT',
      payer_email: 'payer@example.com',
      payer_id: 'PAYERTEST',
      payer_name: 'Test Payer',
      seller_protection: { dispute_categories: ['fraudulent'], status: 'eligible' },
      transaction_id: newId('paypal'),
    },
  }),
  satispay: () => ({ satispay: { transaction_id: newId('satispay') } }),
  sepa_debit: (card) => ({ sepa_debit: debitDetails(card) }),
}

/** Returns what a charge states about its payment method, in the form of the method's type. */
export function methodDetailsOf(
  account: StripeAccount,
  methodId: string,
  captureBefore?: number,
): Details {
  const testCard = cardOf(account, methodId)
  if (!testCard) throw new Error(`${methodId} stands for no card`)
  const { type } = testCard
  if (type !== 'card') return { type, ...detailsByType[type](testCard) }
  const { exp_month = 12, exp_year = 2034 } = account.methods.get(methodId)?.card ?? {}
  return { type, card: cardDetails(testCard, { exp_month, exp_year }, captureBefore) }
}
