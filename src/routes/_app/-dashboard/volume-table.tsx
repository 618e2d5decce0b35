import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatCount, formatDay } from '#client/lib/words/format.ts'
import { dashboard } from '#client/texts/en/dashboard.ts'
import type { TransactionsVolume } from '#server/features/analytics/analytics.schema.ts'
import classes from './dashboard.module.css'

const texts = dashboard.volume

/** The chart as a table for keyboards and screen readers: hidden until it contains the focus. */
export function VolumeTable({ points }: { points: VolumePoint[] }) {
  return (
    <div className={classes.volumeTable}>
      <table>
        <caption>{texts.about}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.day}</th>
            <th scope="col">{texts.series}</th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ day, label, payments, isOpen }) => (
            <tr key={day}>
              <th scope="row">{isOpen ? `${label}, ${texts.soFar}` : label}</th>
              <td>
                {payments === 0 ? (
                  0
                ) : (
                  <Anchor
                    size="sm"
                    aria-label={texts.open(formatCount(payments), label)}
                    renderRoot={(props) => (
                      <Link {...props} to="/transactions" search={{ from: day, to: day }} />
                    )}
                  >
                    {formatCount(payments)}
                  </Anchor>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export type VolumePoint = {
  day: string
  label: string
  payments: number
  /** True while the day has not ended, which is true of the last day only. */
  isOpen: boolean
}

/** Returns the chart's points, one a day, from the server's response. */
export const volumePoints = ({ labels, data }: TransactionsVolume): VolumePoint[] =>
  labels.map((day, index) => ({
    day,
    label: formatDay(day),
    payments: data[index] ?? 0,
    isOpen: index === labels.length - 1,
  }))
