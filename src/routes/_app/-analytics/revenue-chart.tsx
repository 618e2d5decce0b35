import { memo } from 'react'
import { Bars } from '#client/components/charts/bars.tsx'
import { Plot } from '#client/components/charts/plot.tsx'
import { ticksUpTo } from '#client/lib/words/chart-scale.ts'
import { chartColors } from '#client/theme.ts'
import classes from './analytics.module.css'
import { beforeColor, ChartTooltip, legendOf, useShownLabels } from './chart-tooltip.tsx'
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
  const ticks = ticksUpTo(Math.max(...valuesOf(points)))
  const columns = points.map(({ value, isOpen, before }) => [
    ...(before
      ? [
          {
            key: 'before',
            value: before.value,
            color: beforeColor,
            onOpen: () => onOpen(before.period),
          },
        ]
      : []),
    { key: 'current', value, color: chartColors[0], isOpen },
  ])
  return (
    <div className={classes.chart}>
      <Plot
        labels={points.map(({ label }) => label)}
        shownLabels={useShownLabels(points)}
        ticks={ticks}
        formatTick={formatAxis}
        axisWidth={52}
        hasColumns
        legend={legendOf(points, series)}
        renderTooltip={(index) => (
          <ChartTooltip point={points[index]} unit={unit} series={series} format={format} />
        )}
        onOpen={(index) => {
          const point = points[index]
          if (point) onOpen(point.period)
        }}
      >
        {() => <Bars columns={columns} ticks={ticks} />}
      </Plot>
    </div>
  )
})
