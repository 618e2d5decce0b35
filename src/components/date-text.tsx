import { Tooltip } from '@mantine/core'
import { formatDateTime, viewerTimezone } from '../lib/format.ts'
import { common } from '../texts/common.ts'
import classes from './figures.module.css'

type Props = { at: string; timezone: string }

/** An instant in the merchant's zone; the viewer's own and UTC are one hover away. */
export function DateText({ at, timezone }: Props) {
  const mine = viewerTimezone()
  const lines = [
    `${formatDateTime(at, timezone)} (${timezone})`,
    ...(mine === timezone ? [] : [`${common.yourTime}: ${formatDateTime(at, mine)}`]),
    `${common.utc}: ${formatDateTime(at, 'UTC')}`,
  ]
  return (
    <Tooltip label={lines.map((line) => <div key={line}>{line}</div>)}>
      <time dateTime={at} className={classes.figure}>
        {formatDateTime(at, timezone)}
      </time>
    </Tooltip>
  )
}
