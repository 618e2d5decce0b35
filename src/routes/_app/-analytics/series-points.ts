import { formatFullDay, formatMonth } from '#client/lib/days.ts'
import { formatDay } from '#client/lib/format.ts'
import type { Series } from '#server/features/analytics/analytics.schema.ts'
import { addDays, addMonths, type Day } from '#server/shared/day.ts'

/** A period of the axis: what it is called, and its first and last business day. */
export type Period = { name: string; from: Day; to: Day }

export type Point = {
  /** On the axis, where there is little room. */
  label: string
  period: Period
  value: number | null
  /** Only when two periods are compared. */
  before?: { period: Period; value: number | null }
}

const isMonth = (label: string) => label.length === 'YYYY-MM'.length

export const unitOf = ({ labels }: Series): 'day' | 'month' =>
  labels.every(isMonth) ? 'month' : 'day'

function periodOf(label: string): Period {
  if (!isMonth(label)) return { name: formatFullDay(label), from: label, to: label }
  const to = addDays(`${addMonths(label, 1)}-01`, -1)
  return { name: formatMonth(label), from: `${label}-01`, to }
}

/** The label in the same place of the period before: as many days or months earlier as are shown. */
const labelBefore = (label: string, count: number) =>
  isMonth(label) ? addMonths(label, -count) : addDays(label, -count)

export function pointsOf({ labels, datasets: [current, before] }: Series): Point[] {
  return labels.map((label, index) => ({
    label: isMonth(label) ? formatMonth(label, 'short') : formatDay(label),
    period: periodOf(label),
    value: current?.data[index] ?? null,
    ...(before && {
      before: {
        period: periodOf(labelBefore(label, labels.length)),
        value: before.data[index] ?? null,
      },
    }),
  }))
}

export const valuesOf = (points: readonly Point[]): number[] =>
  points
    .flatMap(({ value, before }) => [value, before?.value ?? null])
    .filter((value) => value !== null)
