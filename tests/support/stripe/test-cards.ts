/** What a test card does when it is asked to pay. Refunds of some behave in their own way as well. */
export type TestCard = {
  last4: string
  declines?: { code: string; declineCode?: string; message: string }
  /** The bank asks the holder first. */
  asksHolder?: true
  refund?: 'fails_later' | 'pending_first'
  isDisputed?: true
}

const declined = (last4: string, code: string, declineCode?: string): TestCard => ({
  last4,
  declines: {
    code,
    ...(declineCode !== undefined && { declineCode }),
    message: 'Your card was declined.',
  },
})

/** By the name of the payment method, as Stripe's page on testing has them. */
export const testCards: Readonly<Record<string, TestCard>> = {
  pm_card_visa: { last4: '4242' },
  pm_card_mastercard: { last4: '4444' },
  pm_card_visa_chargeDeclined: declined('0002', 'card_declined', 'generic_decline'),
  pm_card_visa_chargeDeclinedInsufficientFunds: declined(
    '9995',
    'card_declined',
    'insufficient_funds',
  ),
  pm_card_visa_chargeDeclinedLostCard: declined('9987', 'card_declined', 'lost_card'),
  pm_card_visa_chargeDeclinedStolenCard: declined('9979', 'card_declined', 'stolen_card'),
  pm_card_chargeDeclinedExpiredCard: declined('0069', 'expired_card'),
  pm_card_chargeDeclinedIncorrectCvc: declined('0127', 'incorrect_cvc'),
  pm_card_chargeDeclinedProcessingError: declined('0119', 'processing_error'),
  pm_card_chargeDeclinedVelocityLimitExceeded: declined(
    '6975',
    'card_declined',
    'card_velocity_exceeded',
  ),
  pm_card_authenticationRequired: { last4: '3184', asksHolder: true },
  pm_card_threeDSecure2Required: { last4: '3220', asksHolder: true },
  pm_card_refundFail: { last4: '5126', refund: 'fails_later' },
  pm_card_pendingRefund: { last4: '7726', refund: 'pending_first' },
  pm_card_createDispute: { last4: '0259', isDisputed: true },
}
