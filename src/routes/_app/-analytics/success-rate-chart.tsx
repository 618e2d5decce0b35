import '@mantine/charts/styles.layer.css'
import { LineChart } from '@mantine/charts'
import { useRef } from 'react'
import { type FindNearest, NearestPoint } from '../../../components/nearest-point.tsx'
import { CHART_HEIGHT } from '../../../theme.ts'
import classes from './analytics.module.css'
import { BEFORE, CURRENT, chartMargin, chartRows, chartSeries, pointAt } from './chart-rows.ts'
import { ChartTooltip } from './chart-tooltip.tsx'
import { OpeningDot } from './opening-dot.tsx'
import { rateAxis } from './rate-axis.ts'
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
