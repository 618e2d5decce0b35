import { Anchor, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import { formatCount } from '#client/lib/words/format.ts'
import { dashboard } from '#client/texts/en/dashboard.ts'
import classes from './dashboard.module.css'
import { type MethodSlice, searchOfAllSlices } from './method-slices.ts'

type Props = { slices: MethodSlice[]; total: number }

/** The legend, which is also the chart's table for screen readers. */
export function MethodsLegend({ slices, total }: Props) {
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
        {slices.map(({ name, value, color, search }) => (
          <tr key={name}>
            <th scope="row" className={classes.legendName}>
              <span
                className={classes.swatch}
                style={{ '--swatch': color } as CSSProperties}
                aria-hidden
              />
              {name}
            </th>
            <td className={classes.legendValue}>
              <Anchor
                inherit
                aria-label={dashboard.methods.open(formatCount(value), name)}
                renderRoot={(props) => <Link {...props} to="/transactions" search={search} />}
              >
                {formatCount(value)}
              </Anchor>
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" className={classes.legendName}>
            {dashboard.methods.total}
          </th>
          <td className={classes.legendValue}>
            <Anchor
              inherit
              aria-label={dashboard.methods.openAll(formatCount(total))}
              renderRoot={(props) => (
                <Link {...props} to="/transactions" search={searchOfAllSlices} />
              )}
            >
              {formatCount(total)}
            </Anchor>
          </td>
        </tr>
      </tfoot>
    </table>
  )
}
