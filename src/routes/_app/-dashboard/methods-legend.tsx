import { VisuallyHidden } from '@mantine/core'
import type { CSSProperties } from 'react'
import { formatCount } from '../../../lib/format.ts'
import { dashboard } from '../../../texts/dashboard.ts'
import classes from './dashboard.module.css'

type Props = { slices: { name: string; value: number; color: string }[] }

/** The legend is also the chart's table, for who cannot see the ring. */
export function MethodsLegend({ slices }: Props) {
  return (
    <table className={classes.legend}>
      <VisuallyHidden component="caption">{dashboard.methods.about}</VisuallyHidden>
      <thead>
        <VisuallyHidden component="tr">
          <th scope="col">{dashboard.methods.method}</th>
          <th scope="col">{dashboard.methods.payments}</th>
        </VisuallyHidden>
      </thead>
      <tbody>
        {slices.map(({ name, value, color }) => (
          <tr key={name}>
            <th scope="row" className={classes.legendName}>
              <span
                className={classes.swatch}
                style={{ '--swatch': color } as CSSProperties}
                aria-hidden
              />
              {name}
            </th>
            <td className={classes.legendValue}>{formatCount(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
