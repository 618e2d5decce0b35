import { useRef } from 'react'
import { formatDateTime, formatInstant, viewerTimezone } from '../lib/format.ts'
import { common } from '../texts/common.ts'
import classes from './figures.module.css'
import { LateTooltip } from './late-tooltip.tsx'

type Props = { at: string; timezone: string; withSeconds?: boolean }

/** An instant in the merchant's zone; the viewer's own and UTC are one hover away. */
export function DateText({ at, timezone, withSeconds = false }: Props) {
  const target = useRef<HTMLTimeElement>(null)
  return (
    <>
      <time ref={target} dateTime={at} className={classes.figure}>
        {formatOf(withSeconds)(at, timezone)}
      </time>
      <LateTooltip
        target={target}
        label={<Zones at={at} timezone={timezone} withSeconds={withSeconds} />}
      />
    </>
  )
}

const formatOf = (withSeconds: boolean) => (withSeconds ? formatInstant : formatDateTime)

function Zones({ at, timezone, withSeconds = false }: Props) {
  const format = formatOf(withSeconds)
  const mine = viewerTimezone()
  const lines = [
    `${format(at, timezone)} (${timezone})`,
    ...(mine === timezone ? [] : [`${common.yourTime}: ${format(at, mine)}`]),
    `${common.utc}: ${format(at, 'UTC')}`,
  ]
  return lines.map((line) => <div key={line}>{line}</div>)
}
