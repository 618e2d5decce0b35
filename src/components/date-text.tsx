import { useRef } from 'react'
import { formatDateTime, formatInstant, formatMoment, viewerTimezone } from '../lib/format.ts'
import { common } from '../texts/common.ts'
import classes from './figures.module.css'
import { LateTooltip } from './late-tooltip.tsx'

type Props = { at: string; timezone: string; withSeconds?: boolean }

/** An instant in the merchant's zone; its year, the viewer's own zone and UTC are one hover away. */
export function DateText({ at, timezone, withSeconds = false }: Props) {
  const target = useRef<HTMLTimeElement>(null)
  return (
    <>
      <time ref={target} dateTime={at} className={classes.figure}>
        {formatMoment(at, timezone, withSeconds ? 'medium' : 'short')}
      </time>
      <LateTooltip
        target={target}
        label={<Zones at={at} timezone={timezone} withSeconds={withSeconds} />}
      />
    </>
  )
}

function Zones({ at, timezone, withSeconds = false }: Props) {
  const format = withSeconds ? formatInstant : formatDateTime
  const mine = viewerTimezone()
  const lines = [
    `${format(at, timezone)} (${timezone})`,
    ...(mine === timezone ? [] : [`${common.yourTime}: ${format(at, mine)}`]),
    `${common.utc}: ${format(at, 'UTC')}`,
  ]
  return lines.map((line) => <div key={line}>{line}</div>)
}
