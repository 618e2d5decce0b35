import { memo } from 'react'
import { Dot, Drawing, Line } from '#client/components/charts/line.tsx'
import { Plot } from '#client/components/charts/plot.tsx'
import { dotRadius, shareTicks } from '#client/lib/words/chart-scale.ts'
import { chartColors } from '#client/theme.ts'
import classes from './analytics.module.css'
import { beforeColor, ChartTooltip, legendOf, useShownLabels } from './chart-tooltip.tsx'
import { type Period, type Point, type Unit, valuesOf } from './series-points.ts'

type Props = {
  points: Point[]
  unit: Unit
  series: string
  format: (value: number) => string
  onOpen: (period: Period) => void
}

const [color] = chartColors

export const SuccessRateChart = memo(function SuccessRateChart(props: Props) {
  const { points, unit, series, format, onOpen } = props
  const ticks = shareTicks(valuesOf(points))
  return (
    <div className={classes.chart}>
      <Plot
        labels={points.map(({ label }) => label)}
        shownLabels={useShownLabels(points)}
        ticks={ticks}
        formatTick={(rate) => `${rate}%`}
        axisWidth={44}
        inset={8}
        legend={legendOf(points, series)}
        renderTooltip={(index) => (
          <ChartTooltip point={points[index]} unit={unit} series={series} format={format} />
        )}
        onOpen={(index) => {
          const point = points[index]
          if (point) onOpen(point.period)
        }}
      >
        {(active) => (
          <Drawing>
            <Lines points={points} ticks={ticks} />
            <Dots points={points} ticks={ticks} active={active} onOpen={onOpen} />
          </Drawing>
        )}
      </Plot>
    </div>
  )
})

type LinesProps = { points: readonly Point[]; ticks: readonly number[] }

function Lines({ points, ticks }: LinesProps) {
  const isCompared = points.some(({ before }) => before)
  return (
    <>
      {isCompared && (
        <Line
          values={points.map(({ before }) => before?.value ?? null)}
          ticks={ticks}
          color={beforeColor}
          isDashed
        />
      )}
      <Line
        values={points.map(({ value }) => value)}
        ticks={ticks}
        color={color}
        hasOpenEnd={points.at(-1)?.isOpen}
      />
    </>
  )
}

type DotsProps = LinesProps & { active: number | undefined; onOpen: (period: Period) => void }

/** Points that open their own period, on either line, and are larger with more payments behind them. */
function Dots({ points, ticks, active, onOpen }: DotsProps) {
  const greatest = Math.max(
    ...points.map(({ count = 0, before }) => Math.max(count, before?.count ?? 0)),
  )
  return points.flatMap(({ before, isOpen, ...current }, index) =>
    [
      ...(before ? [{ ...before, color: beforeColor, isOpen: false, name: 'before' }] : []),
      { ...current, color, isOpen, name: 'current' },
    ].map((each) => {
      if (each.value === null) return null
      const radius = dotRadius(each.count ?? 0, greatest)
      return (
        <Dot
          key={`${each.name} ${each.period.from}`}
          index={index}
          count={points.length}
          value={each.value}
          ticks={ticks}
          color={each.color}
          radius={index === active ? Math.max(5, radius + 1) : radius}
          isOpen={each.isOpen}
          onOpen={() => onOpen(each.period)}
        />
      )
    }),
  )
}
