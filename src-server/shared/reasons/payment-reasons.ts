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
    meaning: 'The payment succeeded at its processor before it could be cancelled',
    advice: 'Refund it to return the money',
  },
  already_voided: {
    codes: ['conflict'],
    meaning: 'The payment was voided, is being voided, or has failed',
    advice: 'Take a new payment if it is still wanted',
  },
  amount_above_maximum: {
    codes: ['invalid'],
    meaning: 'The amount is above the processor’s maximum',
    advice: 'Take at most the amount in the message, or split it into several payments',
  },
  amount_below_minimum: {
    codes: ['invalid'],
    meaning: 'The amount is below the processor’s minimum',
    advice: 'Take at least the amount in the message',
  },
  amount_fixed: {
    codes: ['conflict'],
    meaning: 'The amount of the payment can no longer be changed',
    advice: 'Read the payment. If it is still open, void it and take a new one',
  },
  authorization_expired: {
    codes: ['conflict'],
    meaning: 'The authorized amount was not captured in time',
    advice: 'Take a new payment if it is still wanted, and capture it earlier',
  },
  capture_exceeds_authorized: {
    codes: ['conflict'],
    meaning: 'The amount to capture is above the authorized amount',
    advice: 'Capture at most the authorized amount, and take the rest as another payment',
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
    meaning: 'A test key was entered in live mode, or a live key in test mode',
    advice: 'Enter keys of the mode that is open',
  },
  not_authorized: {
    codes: ['conflict'],
    meaning: 'There is no authorization to capture',
    advice: 'Take the payment with `"captureMethod": "manual"`, and wait until it is authorized',
  },
  not_refundable: {
    codes: ['conflict'],
    meaning:
      'The payment has not succeeded, or its processor cannot send money back, such as a transfer to the merchant’s own IBAN',
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
    codes: ['conflict', 'unavailable'],
    meaning: 'The processor does not accept the key, or the key lacks a permission for the call',
    advice: 'Create a key with the permissions listed in Settings, Payments, and enter it there',
  },
  processor_not_connected: {
    codes: ['conflict'],
    meaning:
      'No processor is connected for the payment, such as in live mode before one is connected',
    advice:
      'Connect a processor in Settings, Payments, or take test payments with a key that begins with `sk_test_`',
  },
  processor_unavailable: {
    codes: ['unavailable'],
    meaning: 'The processor does not respond, so the outcome is not known yet',
    advice:
      'Wait as long as `Retry-After` says and read the object: Incasso repeats the request automatically',
  },
  nothing_available: {
    codes: ['conflict'],
    meaning: 'The sandbox has no money available for a payout in the currency',
    advice: 'Wait until payments are available, or name another currency',
  },
  payout_in_progress: {
    codes: ['conflict'],
    meaning: 'The entries of another payout are being assigned',
    advice: 'Wait as long as `Retry-After` says and send the same request again',
  },
  reference_open: {
    codes: ['conflict'],
    meaning: 'An open payment of another amount, currency or capture method has this `reference`',
    advice: 'Read the payment in `transactionId`, and continue it, change its amount or cancel it',
  },
  reference_paid: {
    codes: ['conflict'],
    meaning: 'A payment with this `reference` has succeeded',
    advice: 'Treat the order as paid: `transactionId` is its payment',
  },
  refund_exceeds_remaining: {
    codes: ['conflict'],
    meaning: 'The refund is above what is left of the payment',
    advice: 'Refund at most what is left, or send no amount to refund all of it',
  },
  refund_final: {
    codes: ['conflict'],
    meaning: 'The refund has already been decided',
    advice: 'Read the refund',
  },
  token_not_taken: {
    codes: ['invalid'],
    meaning: 'The payment goes to a processor that has no tokens for cards',
    advice: 'Leave `paymentToken` out, or connect a processor in Settings, Payments',
  },
  transaction_final: {
    codes: ['conflict'],
    meaning: 'The payment has already succeeded or failed, which is final',
    advice: 'Read the payment; take a new one when the customer still wants to pay',
  },
} as const satisfies Record<string, ReasonEntry>
