import type { ReactNode } from 'react'
import classes from './charts.module.css'
import { depthOf, placeOf, segmentsOf } from './geometry.ts'

/** Fills the plot with a drawing whose positions are percentages. */
export function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg className={classes.drawing} aria-hidden>
      {children}
    </svg>
  )
}

type LineProps = {
  /** Null where there is no value, which leaves a gap. */
  values: readonly (number | null)[]
  ticks: readonly number[]
  color: string
  isDashed?: boolean
  /** Dashes only the last segment, which leads to an unfinished figure. */
  hasOpenEnd?: boolean
}

/** A line from point to point. */
export function Line({ values, ticks, color, isDashed = false, hasOpenEnd = false }: LineProps) {
  return (
    <g className={classes.line} stroke={color}>
      {segmentsOf(values, ticks).map(({ from, x1, y1, x2, y2 }) => (
        <line
          key={from}
          x1={`${x1}%`}
          y1={`${y1}%`}
          x2={`${x2}%`}
          y2={`${y2}%`}
          strokeDasharray={
            isDashed || (hasOpenEnd && from === values.length - 2) ? '4 3' : undefined
          }
        />
      ))}
    </g>
  )
}

type DotProps = {
  index: number
  count: number
  value: number
  ticks: readonly number[]
  color: string
  radius: number
  /** An unfinished figure, drawn hollow because it can still change. */
  isOpen?: boolean
  onOpen?: () => void
}

/** A point of a line. With `onOpen`, a click on it opens its own figure instead of the column's. */
export function Dot({ index, count, value, ticks, color, radius, isOpen, onOpen }: DotProps) {
  return (
    <circle
      cx={`${placeOf(index, count, false)}%`}
      cy={`${depthOf(value, ticks)}%`}
      r={radius}
      fill={isOpen ? 'var(--mantine-color-body)' : color}
      stroke={color}
      strokeWidth={isOpen ? 2 : 0}
      data-dot
      onClick={
        onOpen &&
        ((event) => {
          event.stopPropagation()
          onOpen()
        })
      }
    />
  )
}
