import '@mantine/charts/styles.layer.css'
import { BarChart } from '@mantine/charts'
import { memo, useRef } from 'react'
import { Rectangle, type RectangleProps } from 'recharts'
import { type FindNearest, NearestPoint } from '#client/components/figures/nearest-point.tsx'
import { ticksUpTo } from '#client/lib/words/chart-scale.ts'
import { CHART_HEIGHT } from '#client/theme.ts'
import classes from './analytics.module.css'
import {
  BEFORE,
  ChartTooltip,
  chartMargin,
  chartRows,
  chartSeries,
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
  formatAxis: (value: number) => string
  onOpen: (period: Period) => void
}

export const RevenueChart = memo(function RevenueChart(props: Props) {
  const { points, unit, series, format, formatAxis, onOpen } = props
  const findNearest = useRef<FindNearest>(null)
  const labels = useLabels(points)
  const bars = chartSeries(points, series)
  const ticks = ticksUpTo(Math.max(...valuesOf(points)))
  const bar = <PeriodBar shown={points} isCurrent />
  const barBefore = <PeriodBar shown={points} isCurrent={false} />
  return (
    <BarChart
      h={CHART_HEIGHT}
      className={classes.chart}
      data={chartRows(points)}
      dataKey="label"
      series={bars}
      withLegend={bars.length > 1}
      legendProps={{ verticalAlign: 'bottom', height: 28 }}
      accessibilityLayer={false}
      strokeDasharray="3 4"
      maxBarWidth={28}
      yAxisProps={{
        width: 52,
        tickFormatter: formatAxis,
        ticks,
        domain: [0, ticks.at(-1) ?? 1],
        interval: 0,
      }}
      xAxisProps={labels}
      tooltipProps={{
        ...tooltipPlacement,
        content: <ChartTooltip points={points} unit={unit} series={series} format={format} />,
      }}
      barProps={({ name }) => ({
        isAnimationActive: false,
        shape: name === BEFORE ? barBefore : bar,
        onClick: (_, index, event) => {
          if (name !== BEFORE) return
          const before = pointAt(points, index)?.before
          // The column around the bar opens the current period.
          event.stopPropagation()
          if (before) onOpen(before.period)
        },
      })}
      barChartProps={{
        className: classes.clickable,
        margin: chartMargin,
        // A click anywhere in a period's column counts, as for the tooltip.
        onClick: (_, event) => {
          const point = pointAt(points, findNearest.current?.(event))
          if (point) onOpen(point.period)
        },
      }}
    >
      <NearestPoint ref={findNearest} labels={points.map(({ label }) => label)} />
    </BarChart>
  )
})

type PeriodBarProps = RectangleProps & {
  shown: readonly Point[]
  isCurrent: boolean
  /** Passed by the chart. */
  index?: number
}

/** Draws the bar of an unfinished period dashed and nearly empty, so that it does not look like a fall. */
function PeriodBar({ shown, isCurrent, ...bar }: PeriodBarProps) {
  const isOpen = isCurrent && pointAt(shown, bar.index)?.isOpen
  if (!isOpen) return <Rectangle {...bar} />
  return (
    <Rectangle
      {...bar}
      fillOpacity={0.15}
      stroke={bar.fill}
      strokeOpacity={1}
      strokeDasharray="3 2"
    />
  )
}
