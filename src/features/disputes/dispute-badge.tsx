import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconHelpCircle,
  IconHourglass,
} from '@tabler/icons-react'
import classes from '#client/components/status-badge.module.css'
import { disputePages } from '#client/texts/en/dispute-pages.ts'
import type { DisputeCaseState } from '#server/features/disputes/dispute-enums.schema.ts'

const styles: Record<DisputeCaseState, { tone: string; icon: typeof IconHourglass }> = {
  warning: { tone: 'pending', icon: IconAlertTriangle },
  inquiry: { tone: 'pending', icon: IconHelpCircle },
  needs_response: { tone: 'failed', icon: IconAlertTriangle },
  under_review: { tone: 'pending', icon: IconHourglass },
  won: { tone: 'success', icon: IconCircleCheck },
  lost: { tone: 'neutral', icon: IconCircleX },
}

export function DisputeBadge({ state, isLarge }: { state: DisputeCaseState; isLarge?: boolean }) {
  const { tone, icon: Icon } = styles[state]
  return (
    <span className={classes.badge} data-tone={tone} data-large={isLarge || undefined}>
      <Icon size={isLarge ? 16 : 14} aria-hidden />
      {disputePages.states[state]}
    </span>
  )
}
