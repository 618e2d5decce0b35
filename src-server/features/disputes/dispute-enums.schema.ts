import { z } from 'zod'
import { disputeReasons } from '#server/shared/disputes/dispute-reasons.ts'

/**
 * States of a dispute. `warning`: the bank suspects fraud. `inquiry`: the bank requests information and has withdrawn
 * no money. In the other states the bank has withdrawn the money; in `won` the bank returns the money.
 */
export const disputeStates = [
  'warning',
  'inquiry',
  'needs_response',
  'under_review',
  'won',
  'lost',
] as const
export const DisputeCaseState = z.enum(disputeStates)
export type DisputeCaseState = z.infer<typeof DisputeCaseState>

export const DisputeReason = z.enum(disputeReasons)
export type DisputeReason = z.infer<typeof DisputeReason>

export const disputeSorts = [
  'deadline',
  '-deadline',
  '-createdAt',
  'createdAt',
  '-amount',
  'amount',
  'customerName',
  '-customerName',
] as const
export const DisputeSort = z.enum(disputeSorts)
export type DisputeSort = z.infer<typeof DisputeSort>

export const disputeEventTypes = [
  'opened',
  'updated',
  'submitted',
  'accepted',
  'refused',
  'closed',
] as const
