import type { ReasonEntry } from './reason-entry.ts'

/** Reasons for which a call about a payment or a refund is refused; `reasons` includes them. */
export const paymentReasons = {
  already_captured: {
    codes: ['conflict'],
    meaning: 'The payment was captured already, or is being captured',
    advice: 'Read the payment; what was not captured has been released',
  },
  already_succeeded: {
    codes: ['conflict'],
    meaning: 'The payment had succeeded at its processor before it could be cancelled',
    advice: 'Refund it, if the money is to go back',
  },
  already_voided: {
    codes: ['conflict'],
    meaning: 'The payment was voided, is being voided, or has failed',
    advice: 'Take a new payment if it is still wanted',
  },
  amount_above_maximum: {
    codes: ['invalid'],
    meaning: 'The processor takes no payment of so much at once',
    advice: 'Take at most the amount that the message names, or divide it over several payments',
  },
  amount_below_minimum: {
    codes: ['invalid'],
    meaning: 'The processor takes no payment of so little',
    advice: 'Take at least the amount that the message names',
  },
  authorization_expired: {
    codes: ['conflict'],
    meaning: 'What was authorised was not captured in time',
    advice: 'Take a new payment if it is still wanted, and capture it earlier',
  },
  capture_exceeds_authorized: {
    codes: ['conflict'],
    meaning: 'More was to be captured than was authorised',
    advice: 'Capture at most what was authorised, and take the rest as another payment',
  },
  fully_refunded: {
    codes: ['conflict'],
    meaning: 'All of the payment was refunded already, or is being refunded',
    advice: 'Read the refunds of the payment',
  },
  merchant_pending: {
    codes: ['forbidden'],
    meaning: 'The merchant is not verified yet, so it cannot take payments',
    advice: 'Complete the onboarding in the dashboard',
  },
  merchant_suspended: {
    codes: ['forbidden'],
    meaning: 'The merchant was suspended, so it cannot take payments; it can still read',
    advice: 'Ask the operator of the service',
  },
  livemode_mismatch: {
    codes: ['conflict'],
    meaning: 'A key of the test mode was given to the live book, or the other way about',
    advice: 'Paste keys of the same mode as the book that is open',
  },
  not_authorized: {
    codes: ['conflict'],
    meaning: 'There is no authorisation that could be captured',
    advice: 'Take the payment with `"captureMethod": "manual"`, and wait until it is authorised',
  },
  not_refundable: {
    codes: ['conflict'],
    meaning:
      'The payment has not succeeded, or it came to the merchant’s own bank account, which Incasso cannot pay from',
    advice:
      'Void a payment that is open; return a bank transfer by another transfer; a failed payment moved no money',
  },
  payment_disputed: {
    codes: ['conflict'],
    meaning: 'The customer disputes the payment, so the bank decides about the money',
    advice: 'Wait for the end of the dispute',
  },
  processor_decides: {
    codes: ['conflict'],
    meaning: 'Only the processor decides that a card or PayPal payment succeeds',
    advice: 'Wait for its outcome, or cancel the payment with `"status": "failed"`',
  },
  processor_key_invalid: {
    codes: ['conflict'],
    meaning: 'The processor does not accept the key, or the key may not do what payments need',
    advice: 'Make a key with the permissions that Settings, Payments names, and paste it there',
  },
  processor_not_connected: {
    codes: ['conflict'],
    meaning: 'No processor is connected for the payment, as in a live book that has none yet',
    advice:
      'Take test payments in the test book, with a key that begins with `sk_test_`; see Settings, Payments',
  },
  processor_unavailable: {
    codes: ['unavailable'],
    meaning: 'The processor does not answer; what was asked of it may have happened or not',
    advice:
      'Wait as long as `Retry-After` says and read the object: the processor is asked again by itself',
  },
  refund_exceeds_remaining: {
    codes: ['conflict'],
    meaning: 'More was to be refunded than is left of the payment',
    advice: 'Refund at most what is left, or send no amount to refund all of it',
  },
  refund_final: {
    codes: ['conflict'],
    meaning: 'The refund is decided already',
    advice: 'Read the refund',
  },
  token_not_taken: {
    codes: ['invalid'],
    meaning: 'The payment goes to a processor that has no tokens for cards',
    advice: 'Leave `paymentToken` out, or connect a processor in Settings, Payments',
  },
  transaction_final: {
    codes: ['conflict'],
    meaning: 'The payment has succeeded or failed already, and stays so',
    advice: 'Read the payment; take a new one when the customer still wants to pay',
  },
} as const satisfies Record<string, ReasonEntry>
