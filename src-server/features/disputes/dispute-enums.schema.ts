import { z } from 'zod'
import { disputeReasons } from '#server/shared/disputes/dispute-reasons.ts'

/**
 * States of a dispute. `warning`: the bank fears fraud. `inquiry`: the bank asks, and has taken no money. In the others
 * the bank has taken the money, until it decides or for good.
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
