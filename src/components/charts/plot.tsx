import { type CSSProperties, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { CHART_HEIGHT } from '#client/theme.ts'
import classes from './charts.module.css'
import { depthOf, nearestIndex, placeOf } from './geometry.ts'

/** Pixels around the plot where the pointer still counts as inside: half of a dot on the edge lies there. */
const TOLERANCE = 8

export type PlotProps = {
  /** The labels of all points, oldest first. */
  labels: readonly string[]
  /** The indices of the labels to show. */
  shownLabels: readonly number[]
  /** Values of the vertical axis, from the bottom. */
  ticks: readonly number[]
  formatTick?: (tick: number) => string
  /** Pixels for the texts of the vertical axis. */
  axisWidth: number
  /** Pixels between the plot's sides and the outermost points. */
  inset?: number
  /** Gives each point a column, as bars need; otherwise the outermost points lie on the plot's edges. */
  hasColumns?: boolean
  legend?: readonly { label: string; color: string }[]
  renderTooltip: (index: number) => ReactNode
  onOpen: (index: number) => void
  /** Draws the series; `active` is the point under the pointer. */
  children: (active: number | undefined) => ReactNode
}

/**
 * Axes and grid of a chart, without measuring: positions are percentages. A click anywhere in a point's column opens
 * that point, also without a pointer movement before it.
 */
export function Plot(props: PlotProps) {
  const { labels, axisWidth, inset = 0, hasColumns = false, legend, onOpen } = props
  const area = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<number>()
  const indexAt = (event: { clientX: number; clientY: number }) =>
    pointNear(event, area.current, labels.length, hasColumns)
  const follow = (event: PointerEvent) => {
    if (event.pointerType === 'mouse') setActive(indexAt(event))
  }
  const place = active === undefined ? undefined : placeOf(active, labels.length, hasColumns)
  return (
    <div
      className={classes.chart}
      style={{ '--axis': `${axisWidth}px`, '--inset': `${inset}px`, height: CHART_HEIGHT } as Style}
      role="presentation"
      data-chart
      onPointerMove={follow}
      onPointerLeave={() => setActive(undefined)}
      onClick={(event) => {
        const index = indexAt(event)
        if (index !== undefined) onOpen(index)
      }}
    >
      <div className={classes.plot} data-plot data-with-legend={legend ? true : undefined}>
        <Grid {...props} />
        <div className={classes.points} ref={area}>
          {place !== undefined && <Cursor place={place} {...props} />}
          {props.children(active)}
          <PointLabels {...props} />
          {place !== undefined && active !== undefined && (
            <div className={classes.tooltip} style={tooltipPlace(place)} data-tooltip>
              {props.renderTooltip(active)}
            </div>
          )}
        </div>
      </div>
      {legend && <Legend legend={legend} />}
    </div>
  )
}

type Style = CSSProperties & Record<`--${string}`, string>

function pointNear(
  { clientX, clientY }: { clientX: number; clientY: number },
  area: HTMLElement | null,
  count: number,
  hasColumns: boolean,
): number | undefined {
  if (!area || count === 0) return undefined
  const { left, right, top, bottom, width } = area.getBoundingClientRect()
  const isLeftOrRight = clientX < left - TOLERANCE || clientX > right + TOLERANCE
  const isAboveOrBelow = clientY < top - TOLERANCE || clientY > bottom + TOLERANCE
  if (isLeftOrRight || isAboveOrBelow || width === 0) return undefined
  return nearestIndex((clientX - left) / width, count, hasColumns)
}

function Grid({ ticks, formatTick = String }: PlotProps) {
  return ticks.map((tick) => (
    <div key={tick} className={classes.tick} style={{ top: `${depthOf(tick, ticks)}%` }}>
      <span>{formatTick(tick)}</span>
    </div>
  ))
}

function PointLabels({ labels, shownLabels, hasColumns = false }: PlotProps) {
  return shownLabels.map((index) => (
    <span
      key={index}
      className={classes.label}
      style={{ left: `${placeOf(index, labels.length, hasColumns)}%` }}
    >
      {labels[index]}
    </span>
  ))
}

function Cursor({ place, labels, hasColumns = false }: PlotProps & { place: number }) {
  if (!hasColumns) return <div className={classes.cursor} style={{ left: `${place}%` }} />
  const width = 100 / labels.length
  return (
    <div
      className={classes.column}
      style={{ left: `${place - width / 2}%`, width: `${width}%` }}
      data-active
    />
  )
}

/** Pixels from the middle of a column, so that the tooltip does not cover the widest column. */
const TOOLTIP_OFFSET = 22

/** Returns the side of a point on which the tooltip has more space. */
const tooltipPlace = (place: number): CSSProperties =>
  place > 50
    ? { right: `calc(${100 - place}% + ${TOOLTIP_OFFSET}px)` }
    : { left: `calc(${place}% + ${TOOLTIP_OFFSET}px)` }

function Legend({ legend }: { legend: readonly { label: string; color: string }[] }) {
  return (
    <div className={classes.legend}>
      {legend.map(({ label, color }) => (
        <span key={label}>
          <span className={classes.swatch} style={{ background: color }} />
          {label}
        </span>
      ))}
    </div>
  )
}
