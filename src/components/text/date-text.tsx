import { useRef } from 'react'
import {
  formatDateTime,
  formatInstant,
  formatMoment,
  viewerTimezone,
} from '#client/lib/words/format.ts'
import { common } from '#client/texts/en/common.ts'
import classes from '../figures/figures.module.css'
import { LazyTooltip } from '../lazy-tooltip.tsx'

type Props = {
  at: string
  timezone: string
  withSeconds?: boolean
  /** Omits the current year, for columns of dates. */
  isBrief?: boolean
}

/** An instant in the merchant's time zone; a tooltip adds the viewer's zone and UTC. */
export function DateText({ at, timezone, withSeconds = false, isBrief = false }: Props) {
  const target = useRef<HTMLTimeElement>(null)
  const format = isBrief ? formatMoment : formatOf(withSeconds)
  return (
    <>
      <time ref={target} dateTime={at} className={classes.figure}>
        {format(at, timezone)}
      </time>
      <LazyTooltip
        target={target}
        label={<Zones at={at} timezone={timezone} withSeconds={withSeconds} />}
      />
    </>
  )
}

const formatOf = (withSeconds: boolean) => (withSeconds ? formatInstant : formatDateTime)

function Zones({ at, timezone, withSeconds = false }: Props) {
  const format = formatOf(withSeconds)
  const viewerZone = viewerTimezone()
  const lines = [
    `${format(at, timezone)} (${timezone})`,
    ...(viewerZone === timezone ? [] : [`${common.yourTime}: ${format(at, viewerZone)}`]),
    `${common.utc}: ${format(at, 'UTC')}`,
  ]
  return lines.map((line) => <div key={line}>{line}</div>)
}
