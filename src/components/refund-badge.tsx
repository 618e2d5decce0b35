import { IconBan, IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react'
import type { RefundStatus } from '#server/features/refunds/refund-enums.schema.ts'
import { refunds } from '../texts/en/refunds.ts'
import classes from './status-badge.module.css'

const icons = {
  success: IconCircleCheck,
  pending: IconClock,
  failed: IconCircleX,
  cancelled: IconBan,
}

/** Cancelled refunds are neutral, not red: an owner declined them. */
export function RefundBadge({ status }: { status: RefundStatus }) {
  // A newer server may send a status unknown to this page.
  const knownStatus: RefundStatus = status in icons ? status : 'pending'
  const Icon = icons[knownStatus]
  return (
    <span
      className={classes.badge}
      data-tone={knownStatus === 'cancelled' ? 'neutral' : knownStatus}
    >
      <Icon size={14} aria-hidden />
      {refunds.statuses[knownStatus]}
    </span>
  )
}
