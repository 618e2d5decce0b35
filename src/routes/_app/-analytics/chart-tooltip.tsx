import { analytics } from '../../../texts/analytics.ts'
import classes from './analytics.module.css'
import { pointAt } from './chart-rows.ts'
import type { Point } from './series-points.ts'

type Props = {
  points: Point[]
  series: string
  format: (value: number) => string
  /** Added by the chart. */
  activeIndex?: unknown
}

export function ChartTooltip({ points, series, format, activeIndex }: Props) {
  const point = pointAt(points, activeIndex)
  if (!point) return null
  const { period, value, before } = point
  const shown = (some: number | null) => (some === null ? analytics.nothingFinal : format(some))
  return (
    <div className={classes.tooltip}>
      <strong>{period.name}</strong>
      <dl>
        <dt>{series}</dt>
        <dd>{shown(value)}</dd>
        {before && (
          <>
            <dt>{before.period.name}</dt>
            <dd>{shown(before.value)}</dd>
          </>
        )}
      </dl>
    </div>
  )
}
