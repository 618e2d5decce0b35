import '@mantine/charts/styles.layer.css'
import { LineChart } from '@mantine/charts'
import { useRef } from 'react'
import { type FindNearest, NearestPoint } from '#client/components/nearest-point.tsx'
import { CHART_HEIGHT } from '#client/theme.ts'
import classes from './analytics.module.css'
import {
  BEFORE,
  ChartTooltip,
  CURRENT,
  chartMargin,
  chartRows,
  chartSeries,
  pointAt,
} from './chart-tooltip.tsx'
import { type Period, type Point, valuesOf } from './series-points.ts'

/** With more points than this their dots would run into each other. */
const MANY_POINTS = 31

type Props = {
  points: Point[]
  series: string
  format: (value: number) => string
  onOpen: (period: Period) => void
}

export function SuccessRateChart({ points, series, format, onOpen }: Props) {
  const findNearest = useRef<FindNearest>(null)
  const open = (index: unknown, series: string = CURRENT) => {
    const point = pointAt(points, index)
    const period = series === BEFORE ? point?.before?.period : point?.period
    if (period) onOpen(period)
  }
  const lines = chartSeries(points, series)
  const currentDot = <OpeningDot onOpen={(index) => open(index)} />
  const openBefore = (index: number) => open(index, BEFORE)
  const beforeDot = <OpeningDot onOpen={openBefore} />
  const dotRadius = points.length > MANY_POINTS ? 1.5 : 3
  // A tap comes without a pointer that would raise the dot before it.
  const restingBeforeDot = (color: string | undefined) => (
    <OpeningDot
      onOpen={openBefore}
      className="recharts-line-dot"
      radius={dotRadius}
      color={color}
    />
  )
  return (
    <LineChart
      h={CHART_HEIGHT}
      className={classes.chart}
      data={chartRows(points)}
      dataKey="label"
      series={lines}
      withLegend={lines.length > 1}
      legendProps={{ verticalAlign: 'bottom', height: 28 }}
      curveType="linear"
      connectNulls={false}
      // A value between two gaps has no line, so it needs its dot.
      dotProps={{ r: dotRadius }}
      accessibilityLayer={false}
      strokeDasharray="3 4"
      yAxisProps={{
        ...rateAxis(valuesOf(points)),
        interval: 0,
        width: 44,
        tickFormatter: (rate) => `${rate}%`,
      }}
      xAxisProps={{ minTickGap: 24, padding: { left: 8, right: 8 } }}
      tooltipProps={{
        content: <ChartTooltip points={points} series={series} format={format} />,
      }}
      lineProps={({ name, color }) => ({
        ...(name === BEFORE && { dot: restingBeforeDot(color) }),
        isAnimationActive: false,
        strokeDasharray: name === BEFORE ? '4 3' : undefined,
        activeDot: name === BEFORE ? beforeDot : currentDot,
      })}
      lineChartProps={{
        className: classes.clickable,
        margin: chartMargin,
        // The whole column of a period counts, as it does for the tooltip.
        onClick: (_, event) => open(findNearest.current?.(event)),
      }}
    >
      <NearestPoint ref={findNearest} labels={points.map(({ label }) => label)} />
    </LineChart>
  )
}

type OpeningDotProps = {
  onOpen: (index: number) => void
  className?: string
  radius?: number
  /** Instead of what the chart would fill it with. */
  color?: string
  /** Added by the chart. */
  index?: number
  cx?: number
  cy?: number
  fill?: string
}

/** A point that opens its own period, whichever line it is on. One without a value has no place. */
function OpeningDot(props: OpeningDotProps) {
  const { onOpen, className, radius = 5, color, index, cx, cy, fill } = props
  if (index === undefined || cy === undefined) return null
  return (
    <circle
      cx={cx}
      cy={cy}
      r={radius}
      fill={color ?? fill}
      className={className}
      onClick={(event) => {
        // The column around it belongs to the current period.
        event.stopPropagation()
        onOpen(index)
      }}
    />
  )
}

/** How far down the axis can reach, with the distance between its ticks. */
const steps = [
  { floor: 95, tick: 1 },
  { floor: 90, tick: 2 },
  { floor: 75, tick: 5 },
  { floor: 50, tick: 10 },
  { floor: 0, tick: 20 },
] as const

const TOP = 100

/** 95 to 100 while every value lies in it; a clipped line would lie, so else it reaches lower. */
function rateAxis(values: readonly number[]): { domain: [number, number]; ticks: number[] } {
  const lowest = Math.min(TOP, ...values)
  const [standard] = steps
  const fits = (floor: number) => (floor === standard.floor ? lowest >= floor : lowest > floor)
  const { floor, tick } = steps.find((step) => fits(step.floor)) ?? { floor: 0, tick: 20 }
  const count = (TOP - floor) / tick
  return {
    domain: [floor, TOP],
    ticks: Array.from({ length: count + 1 }, (_, index) => floor + index * tick),
  }
}
