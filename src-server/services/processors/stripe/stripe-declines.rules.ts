import type { Stripe } from 'stripe'
import type { DeclineCode } from '#server/shared/reasons/decline-codes.ts'
import type { RefundFailure } from '#server/shared/reasons/refund-failures.ts'

/**
 * Stripe's codes that mean more than a decline by the bank. Every other code, such as a stolen card's, becomes
 * `card_declined`: card testers must not find out which cards are valid.
 */
export const codesOfStripe: Record<string, DeclineCode> = {
  insufficient_funds: 'insufficient_funds',
  expired_card: 'expired_card',
  expired_payment_method: 'expired_card',
  invalid_expiry_month: 'expired_card',
  invalid_expiry_year: 'expired_card',
  incorrect_number: 'incorrect_details',
  incorrect_cvc: 'incorrect_details',
  incorrect_zip: 'incorrect_details',
  invalid_number: 'incorrect_details',
  invalid_cvc: 'incorrect_details',
  incorrect_address: 'incorrect_details',
  incorrect_pin: 'incorrect_details',
  incorrect_postal_code: 'incorrect_details',
  invalid_pin: 'incorrect_details',
  postal_code_invalid: 'incorrect_details',
  authentication_failure: 'authentication_failed',
  authentication_required: 'authentication_failed',
  mobile_device_authentication_required: 'authentication_failed',
  payment_method_customer_decline: 'authentication_failed',
  three_d_secure_authentication_not_supported: 'authentication_failed',
  payment_intent_authentication_failure: 'authentication_failed',
  card_decline_rate_limit_exceeded: 'limit_exceeded',
  card_velocity_exceeded: 'limit_exceeded',
  charge_exceeds_source_limit: 'limit_exceeded',
  charge_exceeds_transaction_limit: 'limit_exceeded',
  payment_intent_rate_limit_exceeded: 'limit_exceeded',
  pin_try_exceeded: 'limit_exceeded',
  withdrawal_count_limit_exceeded: 'limit_exceeded',
  card_not_supported: 'not_supported',
  invalid_card_type: 'not_supported',
  payment_method_currency_mismatch: 'not_supported',
  payment_method_not_available: 'not_supported',
  payment_method_unsupported_type: 'not_supported',
  currency_not_supported: 'not_supported',
  service_not_allowed: 'not_supported',
  approve_with_id: 'try_again',
  lock_timeout: 'try_again',
  payment_method_provider_timeout: 'try_again',
  processing_error: 'try_again',
  rate_limit: 'try_again',
  three_d_secure_authentication_upstream_error: 'try_again',
  issuer_not_available: 'try_again',
  try_again_later: 'try_again',
  reenter_transaction: 'try_again',
  duplicate_transaction: 'duplicate',
  payment_intent_payment_attempt_expired: 'expired',
  account_closed: 'transfer_rejected',
  bank_account_declined: 'transfer_rejected',
  bank_account_restricted: 'transfer_rejected',
  bank_account_unusable: 'transfer_rejected',
  bank_account_unverified: 'transfer_rejected',
  billing_invalid_mandate: 'transfer_rejected',
  debit_not_authorized: 'transfer_rejected',
  no_account: 'transfer_rejected',
  payment_intent_mandate_invalid: 'transfer_rejected',
  payment_method_bank_account_blocked: 'transfer_rejected',
  refer_to_customer: 'transfer_rejected',
  sepa_unsupported_account: 'transfer_rejected',
}

type DeclineCodes = { code?: string | null | undefined; decline_code?: string | null | undefined }

const cardTypes = new Set(['card', 'card_present', 'interac_present', 'link'])
const bankDebits = /_debit$|^(?:us|nz)_bank_account$/

/**
 * Returns our code for a decline by the service of a payment method, when Stripe states no reason that has a code of
 * ours.
 */
function plainDeclineOf(methodType: string): DeclineCode {
  if (cardTypes.has(methodType)) return 'card_declined'
  return bankDebits.test(methodType) ? 'transfer_rejected' : 'payer_declined'
}

/**
 * Returns our code for the reason of a decline. Stripe's more detailed code takes precedence when it is listed in
 * `codesOfStripe`. `methodType` is Stripe's type of the payment method.
 */
export const declineOf = (
  { code, decline_code: detailedCode }: DeclineCodes,
  methodType = 'card',
): DeclineCode =>
  codesOfStripe[detailedCode ?? ''] ?? codesOfStripe[code ?? ''] ?? plainDeclineOf(methodType)

/** Returns Stripe's own code of a decline, for the merchant's screen; null when Stripe states none. */
export const codeOf = ({ code, decline_code: detailedCode }: DeclineCodes): string | null =>
  detailedCode ?? code ?? null

const refundFailures: Record<string, RefundFailure> = {
  lost_or_stolen_card: 'account_closed',
  expired_or_canceled_card: 'account_closed',
  insufficient_funds: 'insufficient_funds',
}

/** Returns our code for the reason why a refund failed at Stripe; `refused` for reasons that are not listed. */
export const refundFailureOf = ({
  failure_reason: reason,
}: Pick<Stripe.Refund, 'failure_reason'>): RefundFailure =>
  refundFailures[reason ?? ''] ?? 'refused'
