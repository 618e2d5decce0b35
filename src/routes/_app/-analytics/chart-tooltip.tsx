import { useNarrow } from '#client/lib/hooks/use-narrow.ts'
import { evenPlaces } from '#client/lib/words/chart-scale.ts'
import { formatCount } from '#client/lib/words/format.ts'
import { analytics } from '#client/texts/en/analytics.ts'
import { chartColors } from '#client/theme.ts'
import classes from './analytics.module.css'
import type { Point, Unit } from './series-points.ts'

type Props = {
  points: readonly Point[]
  unit: Unit
  series: string
  format: (value: number) => string
  /** Passed by the chart. */
  activeIndex?: unknown
}

export function ChartTooltip({ points, unit, series, format, activeIndex }: Props) {
  const point = pointAt(points, activeIndex)
  if (!point) return null
  const { period, value, count, isOpen, before } = point
  const shown = (some: number | null) => (some === null ? analytics.nothingFinal : format(some))
  return (
    <div className={classes.tooltip}>
      <strong>{period.short}</strong>
      {isOpen && <span className={classes.open}>{analytics.soFar[unit]}</span>}
      <dl>
        <dt>{series}</dt>
        <dd>{shown(value)}</dd>
        {count !== undefined && count > 0 && (
          <>
            <dt>{analytics.finalPayments}</dt>
            <dd>{formatCount(count)}</dd>
          </>
        )}
        {before && (
          <>
            <dt>{before.period.short}</dt>
            <dd>{shown(before.value)}</dd>
          </>
        )}
      </dl>
    </div>
  )
}

/** Offset from the middle of a column, so that the tooltip does not cover the widest one. */
export const tooltipPlacement = { offset: 22, isAnimationActive: false } as const

/** Series names of the current period, the previous period, and the current one's unfinished part. */
export const CURRENT = 'current'
export const BEFORE = 'before'
export const OPEN = 'open'

/** Returns the chart's rows; the previous period's value is null without a comparison. */
export const chartRows = (points: readonly Point[]) =>
  points.map(({ label, value, before }) => ({
    label,
    [CURRENT]: value,
    [BEFORE]: before?.value ?? null,
  }))

/** Returns the series to draw: the current period, preceded by the previous one when both are compared. */
export function chartSeries(points: readonly Point[], label: string) {
  const current = { name: CURRENT, label, color: chartColors[0] }
  if (!points.some(({ before }) => before)) return [current]
  return [{ name: BEFORE, label: analytics.previousPeriod, color: 'var(--chart-before)' }, current]
}

/** Returns the point at an index, which Recharts passes as a number or as text, depending on the chart. */
export const pointAt = (points: readonly Point[], index: unknown): Point | undefined =>
  index === undefined || index === null ? undefined : points[Number(index)]

const LABELS_WIDE = 7
const LABELS_NARROW = 4

/** Returns the axis labels to show. With explicit ticks, the chart does not measure texts to fit them. */
export function useLabels(points: readonly Point[]) {
  const most = useNarrow() ? LABELS_NARROW : LABELS_WIDE
  const ticks = evenPlaces(points.length, most).map((place) => points[place]?.label ?? '')
  return { ticks, interval: 0 } as const
}

/** Leaves space for half of the highest tick's text and half of the last label. */
export const chartMargin = { top: 8, right: 24 }
