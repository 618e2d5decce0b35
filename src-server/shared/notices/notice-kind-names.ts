import { z } from 'zod'

/** Names of the kinds, apart from their texts, which the dashboard loads later. `notice-kinds.ts` defines each. */
export const noticeKindNames = [
  'dispute_opened',
  'dispute_due_in_five_days',
  'dispute_due_in_one_day',
  'dispute_closed',
  'fraud_warning',
  'refund_failed',
  'payout_paid',
  'payout_failed',
  'unknown_entry',
  'balance_differs',
  'link_paused',
  'endpoint_disabled',
  'account_needs_attention',
  'month_ready',
] as const

export const NoticeKind = z.enum(noticeKindNames)
export type NoticeKind = z.infer<typeof NoticeKind>
