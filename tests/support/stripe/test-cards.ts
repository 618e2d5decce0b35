import type { StripeAccount } from './account.ts'
import type { MethodType } from './method-types.ts'

/** The behaviour of a test card, or of another payment method, in a payment. Some also change refunds. */
export type TestCard = {
  type: MethodType
  /** The card number, or the IBAN of a bank account; empty for other methods. */
  number: string
  last4: string
  brand: 'visa' | 'mastercard' | 'amex'
  /** Description of the behaviour, for a person who chooses a card on the page. */
  outcome: string
  declines?: { code: string; declineCode?: string; message: string }
  /** The wallet that holds the card. */
  wallet?: 'apple_pay' | 'google_pay'
  /** The cardholder must first approve at the bank. With other methods, the payer approves on the method's page. */
  asksHolder?: true
  refund?: 'fails_later' | 'pending_first'
  disputed?: 'fraudulent' | 'product_not_received' | 'inquiry' | 'debit_not_authorized'
  /** The cardholder's bank suspects fraud, but has opened no dispute. */
  isWarned?: true
  /** Money from this card is available without waiting. */
  isAvailableAtOnce?: true
  /** Outcome of a bank account's debit, which is known only after a while. */
  decidedLater?: 'succeeds' | 'fails'
  /** Time until the debit's outcome is known. */
  decidedAfterMs?: number
  /** The bank's reason for a debit that fails. */
  failureCode?: string
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Time that a bank has for a debit, in working days and a weekend. */
const BANK_TAKES_MS = 6 * DAY_MS

const card = (number: string, outcome: string, more: Partial<TestCard> = {}): TestCard => ({
  type: 'card',
  number,
  last4: number.slice(-4),
  brand: number.startsWith('5') ? 'mastercard' : number.startsWith('3') ? 'amex' : 'visa',
  outcome,
  ...more,
})

const decliningCard = (number: string, code: string, declineCode?: string): TestCard =>
  card(number, `is declined: ${declineCode ?? code}`, {
    declines: {
      code,
      ...(declineCode !== undefined && { declineCode }),
      message: 'Your card was declined.',
    },
  })

type Debit = Pick<TestCard, 'decidedLater' | 'decidedAfterMs' | 'failureCode' | 'disputed'>

const debitAccount = (iban: string, outcome: string, debit: Debit): TestCard =>
  card(iban, outcome, { type: 'sepa_debit', decidedAfterMs: MINUTE_MS, ...debit })

/** A method whose payer approves on the method's page. The payment then succeeds at once. */
const redirect = (
  type: Exclude<MethodType, 'card' | 'sepa_debit'>,
  outcome = 'pays',
  more: Partial<TestCard> = {},
): TestCard => card('', outcome, { type, asksHolder: true, ...more })

/**
 * Test cards and debited accounts by the name of their payment method, from Stripe's page on testing. Wallets and
 * methods with their own page have names of the stand-in's, because Stripe has no test tokens for them.
 */
const testCards: Readonly<Record<string, TestCard>> = {
  pm_card_visa: card('4242424242424242', 'pays'),
  pm_card_mastercard: card('5555555555554444', 'pays'),
  pm_card_amex: card('378282246310005', 'pays'),
  pm_card_visa_chargeDeclined: decliningCard(
    '4000000000000002',
    'card_declined',
    'generic_decline',
  ),
  pm_card_visa_chargeDeclinedInsufficientFunds: decliningCard(
    '4000000000009995',
    'card_declined',
    'insufficient_funds',
  ),
  pm_card_visa_chargeDeclinedLostCard: decliningCard(
    '4000000000009987',
    'card_declined',
    'lost_card',
  ),
  pm_card_visa_chargeDeclinedStolenCard: decliningCard(
    '4000000000009979',
    'card_declined',
    'stolen_card',
  ),
  pm_card_chargeDeclinedExpiredCard: decliningCard('4000000000000069', 'expired_card'),
  pm_card_chargeDeclinedIncorrectCvc: decliningCard('4000000000000127', 'incorrect_cvc'),
  pm_card_chargeDeclinedProcessingError: decliningCard('4000000000000119', 'processing_error'),
  pm_card_visa_chargeDeclinedVelocityLimitExceeded: decliningCard(
    '4000000000006975',
    'card_declined',
    'card_velocity_exceeded',
  ),
  pm_card_authenticationRequired: card('4000002760003184', 'asks the holder', { asksHolder: true }),
  pm_card_authenticationRequiredOnSetup: card('4000002500003155', 'asks the holder', {
    asksHolder: true,
  }),
  pm_card_threeDSecure2Required: card('4000000000003220', 'asks the holder', { asksHolder: true }),
  pm_card_refundFail: card('4000000000005126', 'pays, and its refunds fail later', {
    refund: 'fails_later',
  }),
  pm_card_pendingRefund: card('4000000000007726', 'pays, and its refunds are open first', {
    refund: 'pending_first',
  }),
  pm_card_createDispute: card('4000000000000259', 'pays, and disputes it as a fraud', {
    disputed: 'fraudulent',
  }),
  pm_card_createDisputeProductNotReceived: card(
    '4000000000002685',
    'pays, and disputes it as not received',
    { disputed: 'product_not_received' },
  ),
  pm_card_createDisputeInquiry: card('4000000000001976', 'pays, and its bank inquires', {
    disputed: 'inquiry',
  }),
  pm_card_createIssuerFraudRecord: card('4000000000005423', 'pays, and its bank warns of a fraud', {
    isWarned: true,
  }),
  pm_card_bypassPending: card('4000000000000077', 'pays at once into the available balance', {
    isAvailableAtOnce: true,
  }),
  card_apple_pay: card('4242424242424242', 'pays by Apple Pay', { wallet: 'apple_pay' }),
  card_google_pay: card('5555555555554444', 'pays by Google Pay', { wallet: 'google_pay' }),
  pm_success_at: debitAccount('AT611904300234573201', 'succeeds a minute later', {
    decidedLater: 'succeeds',
  }),
  pm_failed_at: debitAccount('AT861904300235473202', 'fails a minute later', {
    decidedLater: 'fails',
  }),
  pm_successDelayed_at: debitAccount('AT321904300235473204', 'succeeds six days later', {
    decidedLater: 'succeeds',
    decidedAfterMs: BANK_TAKES_MS,
  }),
  pm_failedDelayed_at: debitAccount('AT051904300235473205', 'fails six days later', {
    decidedLater: 'fails',
    decidedAfterMs: BANK_TAKES_MS,
  }),
  pm_insufficientFunds_at: debitAccount('AT981904300002222227', 'has no money six days later', {
    decidedLater: 'fails',
    decidedAfterMs: BANK_TAKES_MS,
    failureCode: 'insufficient_funds',
  }),
  pm_disputed_at: debitAccount('AT591904300235473203', 'succeeds, and is taken back', {
    decidedLater: 'succeeds',
    disputed: 'debit_not_authorized',
  }),
  bancontact: redirect('bancontact'),
  ideal: redirect('ideal'),
  klarna: redirect('klarna'),
  klarna_disputed: redirect('klarna', 'pays, and disputes it as not received', {
    disputed: 'product_not_received',
  }),
  paypal: redirect('paypal'),
  paypal_disputed: redirect('paypal', 'pays, and disputes it as a fraud', {
    disputed: 'fraudulent',
  }),
  satispay: redirect('satispay'),
}

export const namedCards: readonly (readonly [string, TestCard])[] = Object.entries(testCards)

/** Finds a test card by a name from Stripe's page on testing, or by the ID of its payment method. */
export function cardOf({ cards }: StripeAccount, methodId: string): TestCard | undefined {
  const name = cards.get(methodId) ?? methodId
  return Object.hasOwn(testCards, name) ? testCards[name] : undefined
}

export const nameOfNumber = (number: string): string | undefined =>
  namedCards.find(([, card]) => card.type === 'card' && card.number === number)?.[0]
