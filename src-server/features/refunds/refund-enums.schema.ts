import { z } from 'zod'

export const refundReasons = [
  'requested_by_customer',
  'duplicate',
  'fraudulent',
  'service_not_delivered',
  'goodwill',
  'other',
] as const
export const RefundReason = z.enum(refundReasons)
export type RefundReason = z.infer<typeof RefundReason>

export const refundStatuses = ['success', 'pending', 'failed', 'cancelled'] as const
export const RefundStatus = z.enum(refundStatuses)
export type RefundStatus = z.infer<typeof RefundStatus>

export const refundSorts = [
  '-createdAt',
  'createdAt',
  '-amount',
  'amount',
  'customerName',
  '-customerName',
  'reference',
  '-reference',
] as const
export const RefundSort = z.enum(refundSorts)
export type RefundSort = z.infer<typeof RefundSort>
