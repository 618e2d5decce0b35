import { analytics } from '#client/texts/analytics.ts'
import { chartColors } from '#client/theme.ts'
import classes from './analytics.module.css'
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

/** The names under which a chart reads the two periods. */
export const CURRENT = 'current'
export const BEFORE = 'before'

export const chartRows = (points: readonly Point[]) =>
  points.map(({ label, value, before }) => ({
    label,
    [CURRENT]: value,
    [BEFORE]: before?.value ?? null,
  }))

export function chartSeries(points: readonly Point[], label: string) {
  const current = { name: CURRENT, label, color: chartColors[0] }
  if (!points.some(({ before }) => before)) return [current]
  return [{ name: BEFORE, label: analytics.previousPeriod, color: 'var(--chart-before)' }, current]
}

/** Recharts counts with numbers or with their text, depending on the chart. */
export const pointAt = (points: readonly Point[], index: unknown): Point | undefined =>
  index === undefined || index === null ? undefined : points[Number(index)]

/** Room for half of the highest tick's text and of the last dot. */
export const chartMargin = { top: 8, right: 8 }
