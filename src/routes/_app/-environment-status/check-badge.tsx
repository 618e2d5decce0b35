import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconHelpCircle,
  type TablerIcon,
} from '@tabler/icons-react'
import type { CheckStatus } from '#server/features/environment/environment.schema.ts'
import { Tag } from '../../../components/tag.tsx'
import { environmentStatus } from '../../../texts/environment-status.ts'

const looks: Record<
  CheckStatus,
  { tone: 'success' | 'pending' | 'failed' | 'neutral'; icon: TablerIcon }
> = {
  healthy: { tone: 'success', icon: IconCircleCheck },
  warning: { tone: 'pending', icon: IconAlertTriangle },
  error: { tone: 'failed', icon: IconCircleX },
  unknown: { tone: 'neutral', icon: IconHelpCircle },
}

export function CheckBadge({ status }: { status: CheckStatus }) {
  const { tone, icon: Icon } = looks[status]
  return (
    <Tag tone={tone} icon={<Icon size={14} aria-hidden />}>
      {environmentStatus.statuses[status]}
    </Tag>
  )
}
