import '@mantine/charts/styles.layer.css'
import { LineChart } from '@mantine/charts'
import { memo, useRef } from 'react'
import { type FindNearest, NearestPoint } from '#client/components/figures/nearest-point.tsx'
import { dotRadius, shareTicks } from '#client/lib/words/chart-scale.ts'
import { CHART_HEIGHT, chartColors } from '#client/theme.ts'
import classes from './analytics.module.css'
import {
  BEFORE,
  ChartTooltip,
  CURRENT,
  chartMargin,
  chartRows,
  chartSeries,
  OPEN,
  pointAt,
  tooltipPlacement,
  useLabels,
} from './chart-tooltip.tsx'
import { type Period, type Point, type Unit, valuesOf } from './series-points.ts'

type Props = {
  points: Point[]
  unit: Unit
  series: string
  format: (value: number) => string
  onOpen: (period: Period) => void
}

export const SuccessRateChart = memo(function SuccessRateChart(props: Props) {
  const { points, unit, series, format, onOpen } = props
  const findNearest = useRef<FindNearest>(null)
  const labels = useLabels(points)
  const open = (index: unknown, series: string = CURRENT) => {
    const point = pointAt(points, index)
    const period = series === BEFORE ? point?.before?.period : point?.period
    if (period) onOpen(period)
  }
  const named = chartSeries(points, series)
  const lines = [...named, { name: OPEN, label: '', color: chartColors[0] }]
  const ticks = shareTicks(valuesOf(points))
  const greatest = Math.max(
    ...points.map(({ count = 0, before }) => Math.max(count, before?.count ?? 0)),
  )
  const dotsOf = (name: string, color: string | undefined, isActive = false) => (
    <Dot
      shown={points}
      name={name}
      greatest={greatest}
      color={color}
      isActive={isActive}
      onOpen={(index) => open(index, name)}
    />
  )
  return (
    <LineChart
      h={CHART_HEIGHT}
      className={classes.chart}
      data={rowsWithOpenEnd(points)}
      dataKey="label"
      series={lines}
      withLegend={named.length > 1}
      legendProps={{ verticalAlign: 'bottom', height: 28 }}
      curveType="linear"
      connectNulls={false}
      accessibilityLayer={false}
      strokeDasharray="3 4"
      yAxisProps={{
        domain: [ticks[0] ?? 0, 100],
        ticks,
        interval: 0,
        width: 44,
        tickFormatter: (rate) => `${rate}%`,
      }}
      xAxisProps={{ ...labels, padding: { left: 8, right: 8 } }}
      tooltipProps={{
        ...tooltipPlacement,
        content: <ChartTooltip points={points} unit={unit} series={series} format={format} />,
      }}
      lineProps={({ name, color }) => ({
        isAnimationActive: false,
        strokeDasharray: name === CURRENT ? undefined : '4 3',
        // The legend omits lines without a stroke, so it names the current line only once.
        ...(name === OPEN && { stroke: 'none', style: { stroke: chartColors[0] } }),
        dot: dotsOf(name, color),
        activeDot: dotsOf(name, color, true),
      })}
      lineChartProps={{
        className: classes.clickable,
        margin: chartMargin,
        // A click anywhere in a period's column counts, as for the tooltip.
        onClick: (_, event) => open(findNearest.current?.(event)),
      }}
    >
      <NearestPoint ref={findNearest} labels={points.map(({ label }) => label)} />
    </LineChart>
  )
})

/** Splits the last segment into its own series when it leads to an unfinished period. */
function rowsWithOpenEnd(points: readonly Point[]) {
  const last = points.length - 1
  const isOpen = points[last]?.isOpen ?? false
  return chartRows(points).map((row, index) => ({
    ...row,
    [CURRENT]: isOpen && index === last ? null : row[CURRENT],
    [OPEN]: isOpen && index >= last - 1 ? row[CURRENT] : null,
  }))
}

type DotProps = {
  shown: readonly Point[]
  name: string
  /** The highest number of payments behind any point. */
  greatest: number
  color: string | undefined
  /** The pointer is over the point. */
  isActive: boolean
  onOpen: (index: number) => void
  /** Passed by the chart. */
  index?: number
  cx?: number
  cy?: number | null
}

/**
 * A point that opens its own period, on either line. Larger with more payments behind it, hollow while it can
 * still change; a point without a value is not drawn.
 */
function Dot({ shown, name, greatest, color, isActive, onOpen, index, cx, cy }: DotProps) {
  const point = pointAt(shown, index)
  if (!point || index === undefined || typeof cy !== 'number') return null
  if (name === OPEN && !point.isOpen) return null
  const count = (name === BEFORE ? point.before?.count : point.count) ?? 0
  const radius = dotRadius(count, greatest)
  return (
    <circle
      cx={cx}
      cy={cy}
      r={isActive ? Math.max(5, radius + 1) : radius}
      fill={name === OPEN ? 'var(--mantine-color-body)' : color}
      stroke={color}
      strokeWidth={name === OPEN ? 2 : 0}
      className={isActive ? undefined : 'recharts-line-dot'}
      onClick={(event) => {
        // The column around the point opens the current period.
        event.stopPropagation()
        onOpen(index)
      }}
    />
  )
}
