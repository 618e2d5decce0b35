/**
 * Reasons why a processor holds a payment's money. The first four reasons end by themselves. For the other reasons the
 * merchant must act at the processor's own site.
 */
export const pendingReasons = [
  'bank',
  'review',
  'payer_sends',
  'other',
  'confirm_email',
  'verify_account',
  'accept_payment',
] as const
export type PendingReason = (typeof pendingReasons)[number]

/** Returns undefined for an unknown reason. */
export const pendingReasonOf = (text: string | null | undefined): PendingReason | undefined =>
  pendingReasons.find((reason) => reason === text)
