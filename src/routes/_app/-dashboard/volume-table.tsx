import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatCount } from '../../../lib/format.ts'
import { dashboard } from '../../../texts/dashboard.ts'
import classes from './dashboard.module.css'
import type { VolumePoint } from './volume-points.ts'

const texts = dashboard.volume

/** The chart for who cannot see or point at it: hidden until the keyboard comes in. */
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
          {points.map(({ day, label, payments }) => (
            <tr key={day}>
              <th scope="row">{label}</th>
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
