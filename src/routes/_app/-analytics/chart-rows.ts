import { analytics } from '../../../texts/analytics.ts'
import { chartColors } from '../../../theme.ts'
import type { Point } from './series-points.ts'

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
