import '@mantine/charts/styles.layer.css'
import { BarChart } from '@mantine/charts'
import { useRef } from 'react'
import { type FindNearest, NearestPoint } from '#client/components/nearest-point.tsx'
import { CHART_HEIGHT } from '#client/theme.ts'
import classes from './analytics.module.css'
import {
  BEFORE,
  ChartTooltip,
  chartMargin,
  chartRows,
  chartSeries,
  pointAt,
} from './chart-tooltip.tsx'
import type { Period, Point } from './series-points.ts'

type Props = {
  points: Point[]
  series: string
  format: (value: number) => string
  formatAxis: (value: number) => string
  onOpen: (period: Period) => void
}

export function RevenueChart({ points, series, format, formatAxis, onOpen }: Props) {
  const findNearest = useRef<FindNearest>(null)
  const bars = chartSeries(points, series)
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
      yAxisProps={{ width: 52, tickFormatter: formatAxis }}
      xAxisProps={{ minTickGap: 24 }}
      tooltipProps={{
        content: <ChartTooltip points={points} series={series} format={format} />,
      }}
      barProps={({ name }) => ({
        isAnimationActive: false,
        onClick: (_, index, event) => {
          if (name !== BEFORE) return
          const before = pointAt(points, index)?.before
          // The column around the bar belongs to the current period.
          event.stopPropagation()
          if (before) onOpen(before.period)
        },
      })}
      barChartProps={{
        className: classes.clickable,
        margin: chartMargin,
        // The whole column of a period counts, as it does for the tooltip.
        onClick: (_, event) => {
          const point = pointAt(points, findNearest.current?.(event))
          if (point) onOpen(point.period)
        },
      }}
    >
      <NearestPoint ref={findNearest} labels={points.map(({ label }) => label)} />
    </BarChart>
  )
}
