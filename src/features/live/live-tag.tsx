import { Tooltip, VisuallyHidden } from '@mantine/core'
import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import { Tag } from '#client/components/status-badge.tsx'
import { live } from '#client/texts/en/shell.ts'
import { useLive } from './live-context.ts'
import classes from './live-tag.module.css'

/** The status of the live updates. */
export function LiveTag() {
  const { state } = useLive()
  switch (state) {
    case 'connecting':
    case 'reconnecting':
      return (
        <Tag tone="pending" icon={<IconRefresh size={14} aria-hidden />}>
          {live.states[state]}
        </Tag>
      )
    case 'offline':
      return (
        <Tag tone="neutral" icon={<IconPlugConnectedX size={14} aria-hidden />}>
          {live.states.offline}
        </Tag>
      )
    case 'live':
      return (
        <Tooltip label={live.states.live}>
          <span className={classes.dot}>
            <VisuallyHidden>{live.states.live}</VisuallyHidden>
          </span>
        </Tooltip>
      )
  }
}
