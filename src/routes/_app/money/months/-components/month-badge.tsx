import { IconClock, IconLock, IconLockOpen } from '@tabler/icons-react'
import { Tag } from '#client/components/status-badge.tsx'
import { months as texts } from '#client/texts/en/months.ts'
import type { MonthState } from '#server/features/months/months.schema.ts'

const marks = {
  running: { tone: 'neutral', icon: IconClock },
  open: { tone: 'pending', icon: IconLockOpen },
  closed: { tone: 'success', icon: IconLock },
} as const

export function MonthBadge({ state }: { state: MonthState }) {
  const { tone, icon: Icon } = marks[state]
  return (
    <Tag tone={tone} icon={<Icon size={14} aria-hidden />}>
      {texts.states[state]}
    </Tag>
  )
}
