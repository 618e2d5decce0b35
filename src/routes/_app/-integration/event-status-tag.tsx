import { IconCircleCheck, IconCircleX, IconRefresh } from '@tabler/icons-react'
import type { EventStatus } from '#server/features/webhooks/webhooks.schema.ts'
import { Tag } from '../../../components/tag.tsx'
import { webhookEvents as texts } from '../../../texts/webhook-events.ts'

const looks = {
  success: { tone: 'success', Icon: IconCircleCheck },
  retry: { tone: 'pending', Icon: IconRefresh },
  failed: { tone: 'failed', Icon: IconCircleX },
} as const

export function EventStatusTag({ status }: { status: EventStatus }) {
  const { tone, Icon } = looks[status]
  return (
    <Tag tone={tone} icon={<Icon size={14} aria-hidden />}>
      {texts.statuses[status]}
    </Tag>
  )
}
