import { Anchor, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import { formatCount } from '#client/lib/words/format.ts'
import { dashboard } from '#client/texts/en/dashboard.ts'
import { methodNames } from '#client/texts/en/methods.ts'
import { chartColors } from '#client/theme.ts'
import type { PaymentMethodShares } from '#server/features/analytics/analytics.schema.ts'
import {
  type PaymentMethod,
  paymentMethodNames,
  paymentMethods,
} from '#server/shared/money/payment-method.ts'
import classes from './dashboard.module.css'

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
        {slices.map(({ name, value, color, method }) => (
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
              {method ? (
                <Anchor
                  inherit
                  aria-label={dashboard.methods.open(formatCount(value), name)}
                  renderRoot={(props) => (
                    <Link {...props} to="/transactions" search={searchOfSlice(method)} />
                  )}
                >
                  {formatCount(value)}
                </Anchor>
              ) : (
                formatCount(value)
              )}
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

export type MethodSlice = {
  name: string
  value: number
  color: string
  /** Undefined for a method that only a newer server knows. */
  method: PaymentMethod | undefined
}

/** Returns the slices of the chart of payment methods from the server's response. */
export const methodSlices = (shares: PaymentMethodShares): MethodSlice[] =>
  shares.map((share, index) => {
    const method = paymentMethods.find((each) => paymentMethodNames[each] === share.name)
    return {
      value: share.value,
      name: method ? methodNames[method] : share.name,
      color: chartColors[index % chartColors.length] ?? chartColors[0],
      method,
    }
  })

/** The filter for the payments of a slice. */
export const searchOfSlice = (paymentMethod: PaymentMethod) =>
  ({ status: 'success', paymentMethod }) as const

export const searchOfAllSlices = { status: 'success' } as const
