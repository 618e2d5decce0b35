/** Reasons of a dispute, which decide the fields of its evidence. */
export const disputeReasons = [
  'fraudulent',
  'product_not_received',
  'product_unacceptable',
  'duplicate',
  'credit_not_processed',
  'subscription_canceled',
  'general',
] as const
export type DisputeReason = (typeof disputeReasons)[number]
