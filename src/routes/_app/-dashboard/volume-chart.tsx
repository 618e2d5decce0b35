import '@mantine/charts/styles.layer.css'
import { LineChart } from '@mantine/charts'
import { useRef } from 'react'
import { type FindNearest, NearestPoint } from '#client/components/figures/nearest-point.tsx'
import { useNarrow } from '#client/lib/hooks/use-narrow.ts'
import { evenPlaces, ticksUpTo } from '#client/lib/words/chart-scale.ts'
import { formatWeekday } from '#client/lib/words/days.ts'
import { formatCount } from '#client/lib/words/format.ts'
import { dashboard } from '#client/texts/en/dashboard.ts'
import { CHART_HEIGHT, chartColors } from '#client/theme.ts'
import classes from './dashboard.module.css'
import type { VolumePoint } from './volume-table.tsx'

type Props = { points: VolumePoint[]; onOpen: (point: VolumePoint) => void }

const [color] = chartColors

/** The series of the last segment, which leads to today's unfinished figure. */
const OPEN = 'open'
const PAST = 'payments'
const series = [
  { name: PAST, label: dashboard.volume.series, color },
  { name: OPEN, label: '', color },
]

const LABELS_WIDE = 6
const LABELS_NARROW = 4

export function VolumeChart({ points, onOpen }: Props) {
  const findNearest = useRef<FindNearest>(null)
  const places = evenPlaces(points.length, useNarrow() ? LABELS_NARROW : LABELS_WIDE)
  const counts = ticksUpTo(Math.max(...points.map(({ payments }) => payments)))
  // Avoids fractions of a payment on the axis.
  const ticks = counts.every(Number.isInteger) ? counts : [0, 1]
  const dot = <OpenDot last={points.length - 1} />
  const activeDot = <OpenDot last={points.length - 1} isActive />
  const tooltip = <VolumeTooltip points={points} />
  return (
    <LineChart
      h={CHART_HEIGHT}
      data={rowsWithOpenEnd(points)}
      dataKey="label"
      series={series}
      curveType="linear"
      accessibilityLayer={false}
      strokeDasharray="3 4"
      yAxisProps={{ width: 32, ticks, domain: [0, ticks.at(-1) ?? 1], interval: 0 }}
      xAxisProps={{ ticks: places.map((place) => points[place]?.label ?? ''), interval: 0 }}
      tooltipProps={{
        offset: 16,
        isAnimationActive: false,
        content: tooltip,
      }}
      lineProps={({ name }) => ({
        isAnimationActive: false,
        strokeDasharray: name === OPEN ? '4 3' : undefined,
        dot: name === OPEN && dot,
        activeDot: name === OPEN ? activeDot : { r: 4 },
      })}
      lineChartProps={{
        className: classes.clickable,
        margin: { top: 8, right: 20 },
        // A click anywhere in a day's column counts, as for the tooltip.
        onClick: (_, event) => {
          const point = points[findNearest.current?.(event) ?? -1]
          if (point) onOpen(point)
        },
      }}
    >
      <NearestPoint ref={findNearest} labels={points.map(({ label }) => label)} />
    </LineChart>
  )
}

const rowsWithOpenEnd = (points: readonly VolumePoint[]) =>
  points.map(({ label, payments, isOpen }, index) => ({
    label,
    [PAST]: isOpen ? null : payments,
    [OPEN]: isOpen || points[index + 1]?.isOpen ? payments : null,
  }))

type DotProps = {
  last: number
  isActive?: boolean
  /** Passed by the chart. */
  index?: number
  cx?: number
  cy?: number | null
}

/** Draws today's point hollow, because its figure can still rise. */
function OpenDot({ last, isActive = false, index, cx, cy }: DotProps) {
  if (index !== last || typeof cy !== 'number') return null
  return (
    <circle
      cx={cx}
      cy={cy}
      r={isActive ? 5 : 3.5}
      fill="var(--mantine-color-body)"
      stroke={color}
      strokeWidth={2}
    />
  )
}

type TooltipProps = {
  points: readonly VolumePoint[]
  /** Passed by the chart. */
  activeIndex?: unknown
}

function VolumeTooltip({ points, activeIndex }: TooltipProps) {
  const isAt = activeIndex !== undefined && activeIndex !== null
  const point = isAt ? points[Number(activeIndex)] : undefined
  if (!point) return null
  return (
    <div className={classes.tooltip}>
      <strong>{formatWeekday(point.day)}</strong>
      {point.isOpen && <span className={classes.soFar}>{dashboard.volume.soFar}</span>}
      <dl>
        <dt>{dashboard.volume.series}</dt>
        <dd>{formatCount(point.payments)}</dd>
      </dl>
    </div>
  )
}
