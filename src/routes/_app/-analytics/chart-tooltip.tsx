import { useNarrow } from '#client/lib/hooks/use-narrow.ts'
import { evenPlaces } from '#client/lib/words/chart-scale.ts'
import { formatCount } from '#client/lib/words/format.ts'
import { analytics } from '#client/texts/en/analytics.ts'
import { chartColors } from '#client/theme.ts'
import classes from './analytics.module.css'
import type { Point, Unit } from './series-points.ts'

type Props = {
  point: Point | undefined
  unit: Unit
  series: string
  format: (value: number) => string
}

export function ChartTooltip({ point, unit, series, format }: Props) {
  if (!point) return null
  const { period, value, count, isOpen, before } = point
  const figureText = (figure: number | null) =>
    figure === null ? analytics.nothingFinal : format(figure)
  return (
    <div className={classes.tooltip}>
      <strong>{period.short}</strong>
      {isOpen && <span className={classes.open}>{analytics.soFar[unit]}</span>}
      <dl>
        <dt>{series}</dt>
        <dd>{figureText(value)}</dd>
        {count !== undefined && count > 0 && (
          <>
            <dt>{analytics.finalPayments}</dt>
            <dd>{formatCount(count)}</dd>
          </>
        )}
        {before && (
          <>
            <dt>{before.period.short}</dt>
            <dd>{figureText(before.value)}</dd>
          </>
        )}
      </dl>
    </div>
  )
}

export const beforeColor = 'var(--chart-before)'

/** Returns the names of the two series when two periods are compared; a single series needs none. */
export const legendOf = (points: readonly Point[], series: string) =>
  points.some(({ before }) => before)
    ? [
        { label: analytics.previousPeriod, color: beforeColor },
        { label: series, color: chartColors[0] },
      ]
    : undefined

const LABELS_WIDE = 7
const LABELS_NARROW = 4

/** Returns the indices of the axis labels to show. */
export const useShownLabels = (points: readonly Point[]): number[] =>
  evenPlaces(points.length, useNarrow() ? LABELS_NARROW : LABELS_WIDE)
