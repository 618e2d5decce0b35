import { useRef } from 'react'
import { formatDateTime, viewerTimezone } from '../lib/format.ts'
import { common } from '../texts/common.ts'
import classes from './figures.module.css'
import { LateTooltip } from './late-tooltip.tsx'

type Props = { at: string; timezone: string }

/** An instant in the merchant's zone; the viewer's own and UTC are one hover away. */
export function DateText({ at, timezone }: Props) {
  const target = useRef<HTMLTimeElement>(null)
  return (
    <>
      <time ref={target} dateTime={at} className={classes.figure}>
        {formatDateTime(at, timezone)}
      </time>
      <LateTooltip target={target} label={<Zones at={at} timezone={timezone} />} />
    </>
  )
}

function Zones({ at, timezone }: Props) {
  const mine = viewerTimezone()
  const lines = [
    `${formatDateTime(at, timezone)} (${timezone})`,
    ...(mine === timezone ? [] : [`${common.yourTime}: ${formatDateTime(at, mine)}`]),
    `${common.utc}: ${formatDateTime(at, 'UTC')}`,
  ]
  return lines.map((line) => <div key={line}>{line}</div>)
}
