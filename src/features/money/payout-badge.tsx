import { IconBan, IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react'
import { Tag } from '#client/components/status-badge.tsx'
import { money } from '#client/texts/en/money.ts'
import type { PayoutStatus } from '#server/features/money/money-enums.schema.ts'

const tones = {
  pending: 'pending',
  in_transit: 'info',
  paid: 'success',
  failed: 'failed',
  canceled: 'neutral',
} as const

const icons = {
  pending: IconClock,
  in_transit: IconClock,
  paid: IconCircleCheck,
  failed: IconCircleX,
  canceled: IconBan,
}

export function PayoutBadge({ status }: { status: PayoutStatus }) {
  // A newer server may send a status unknown to this page.
  const knownStatus: PayoutStatus = status in icons ? status : 'pending'
  const Icon = icons[knownStatus]
  return (
    <Tag tone={tones[knownStatus]} icon={<Icon size={14} aria-hidden />}>
      {money.statuses[knownStatus]}
    </Tag>
  )
}
