import type { Stripe } from 'stripe'
import type { DeclineCode } from '#server/shared/decline-codes.ts'
import type { RefundFailure } from '#server/shared/refund-failures.ts'

/**
 * Stripe's codes that mean more than that the bank declined. Whatever is not here, a stolen card among it, is
 * `card_declined`: who tries cards must not learn from us which of them are worth something.
 */
const ours: Record<string, DeclineCode> = {
  insufficient_funds: 'insufficient_funds',
  expired_card: 'expired_card',
  invalid_expiry_month: 'expired_card',
  invalid_expiry_year: 'expired_card',
  incorrect_number: 'incorrect_details',
  incorrect_cvc: 'incorrect_details',
  incorrect_zip: 'incorrect_details',
  invalid_number: 'incorrect_details',
  invalid_cvc: 'incorrect_details',
  authentication_required: 'authentication_failed',
  payment_intent_authentication_failure: 'authentication_failed',
  card_velocity_exceeded: 'limit_exceeded',
  withdrawal_count_limit_exceeded: 'limit_exceeded',
  card_not_supported: 'not_supported',
  currency_not_supported: 'not_supported',
  service_not_allowed: 'not_supported',
  processing_error: 'try_again',
  issuer_not_available: 'try_again',
  try_again_later: 'try_again',
  reenter_transaction: 'try_again',
  duplicate_transaction: 'duplicate',
}

type Coded = { code?: string | null | undefined; decline_code?: string | null | undefined }

/** What a bank said, in our words. The finer of Stripe's two codes counts where it says something. */
export const declineOf = ({ code, decline_code: fine }: Coded): DeclineCode =>
  ours[fine ?? ''] ?? ours[code ?? ''] ?? 'card_declined'

/** Stripe's own word, for the merchant's screen. */
export const codeOf = ({ code, decline_code: fine }: Coded): string | null => fine ?? code ?? null

const refundFailures: Record<string, RefundFailure> = {
  lost_or_stolen_card: 'account_closed',
  expired_or_canceled_card: 'account_closed',
  insufficient_funds: 'insufficient_funds',
}

export const refundFailureOf = ({
  failure_reason: reason,
}: Pick<Stripe.Refund, 'failure_reason'>): RefundFailure =>
  refundFailures[reason ?? ''] ?? 'refused'
