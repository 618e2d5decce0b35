import { Dot, Drawing, Line } from '#client/components/charts/line.tsx'
import { Plot } from '#client/components/charts/plot.tsx'
import { useNarrow } from '#client/lib/hooks/use-narrow.ts'
import { countTicksUpTo, evenPlaces } from '#client/lib/words/chart-scale.ts'
import { formatWeekday } from '#client/lib/words/days.ts'
import { formatCount } from '#client/lib/words/format.ts'
import { dashboard } from '#client/texts/en/dashboard.ts'
import { chartColors } from '#client/theme.ts'
import classes from './dashboard.module.css'
import type { VolumePoint } from './volume-table.tsx'

type Props = { points: VolumePoint[]; onOpen: (point: VolumePoint) => void }

const [color] = chartColors

const LABELS_WIDE = 6
const LABELS_NARROW = 4

export function VolumeChart({ points, onOpen }: Props) {
  const values = points.map(({ payments }) => payments)
  const ticks = countTicksUpTo(Math.max(...values))
  const last = points.at(-1)
  const dotAt = (index: number, radius: number) => (
    <Dot
      index={index}
      count={points.length}
      value={values[index] ?? 0}
      ticks={ticks}
      color={color}
      radius={radius}
      isOpen={points[index]?.isOpen}
    />
  )
  return (
    <Plot
      labels={points.map(({ label }) => label)}
      shownLabels={evenPlaces(points.length, useNarrow() ? LABELS_NARROW : LABELS_WIDE)}
      ticks={ticks}
      axisWidth={32}
      renderTooltip={(index) => <VolumeTooltip point={points[index]} />}
      onOpen={(index) => {
        const point = points[index]
        if (point) onOpen(point)
      }}
    >
      {(active) => (
        <Drawing>
          <Line values={values} ticks={ticks} color={color} hasOpenEnd={last?.isOpen} />
          {last?.isOpen && dotAt(points.length - 1, 3.5)}
          {active !== undefined && dotAt(active, points[active]?.isOpen ? 5 : 4)}
        </Drawing>
      )}
    </Plot>
  )
}

function VolumeTooltip({ point }: { point: VolumePoint | undefined }) {
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
