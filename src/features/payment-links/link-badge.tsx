import { IconCalendarX, IconCircleCheck, IconLock, IconPlayerPause } from '@tabler/icons-react'
import badge from '#client/components/status-badge.module.css'
import { paymentLinks } from '#client/texts/en/payment-links.ts'
import type { LinkStatus } from '#server/features/payment-links/payment-link-enums.schema.ts'

const statusStyles = {
  active: { icon: IconCircleCheck, tone: 'success' },
  paused: { icon: IconPlayerPause, tone: 'pending' },
  expired: { icon: IconCalendarX, tone: 'neutral' },
  closed: { icon: IconLock, tone: 'neutral' },
} as const

type Props = { status: LinkStatus; large?: boolean }

export function LinkBadge({ status, large = false }: Props) {
  // A newer server may send statuses that this page does not know.
  const knownStatus: LinkStatus = status in statusStyles ? status : 'closed'
  const { icon: Icon, tone } = statusStyles[knownStatus]
  return (
    <span className={badge.badge} data-tone={tone} data-large={large || undefined}>
      <Icon size={large ? 18 : 14} aria-hidden />
      {paymentLinks.statuses[knownStatus]}
    </span>
  )
}
