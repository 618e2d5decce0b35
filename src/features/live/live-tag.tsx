import { VisuallyHidden } from '@mantine/core'
import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import { useRef } from 'react'
import { LazyTooltip } from '#client/components/lazy-tooltip.tsx'
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
      return <LiveDot />
  }
}

function LiveDot() {
  const dot = useRef<HTMLSpanElement>(null)
  return (
    <>
      <span ref={dot} className={classes.dot}>
        <VisuallyHidden>{live.states.live}</VisuallyHidden>
      </span>
      <LazyTooltip target={dot} label={live.states.live} />
    </>
  )
}
