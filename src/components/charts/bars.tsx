import type { CSSProperties } from 'react'
import classes from './charts.module.css'
import { depthOf, placeOf } from './geometry.ts'

export type Bar = {
  key: string
  value: number | null
  color: string
  /** An unfinished figure, drawn nearly empty because it can still rise. */
  isOpen?: boolean
  /** Opens the bar's own figure instead of the column's. */
  onOpen?: () => void
}

type Props = { columns: readonly (readonly Bar[])[]; ticks: readonly number[] }

/** The bars of each column, side by side. */
export function Bars({ columns, ticks }: Props) {
  const width = 100 / columns.length
  return columns.map((bars, index) => (
    <div
      // A column has no key of its own, and columns never move.
      // biome-ignore lint/suspicious/noArrayIndexKey: columns do not move
      key={index}
      className={classes.column}
      style={{
        left: `${placeOf(index, columns.length, true) - width / 2}%`,
        width: `${width}%`,
      }}
    >
      {bars.map((bar) => (
        <OneBar key={bar.key} bar={bar} ticks={ticks} />
      ))}
    </div>
  ))
}

type BarProps = { bar: Bar; ticks: readonly number[] }

function OneBar({ bar: { value, color, isOpen, onOpen }, ticks }: BarProps) {
  const share = value === null ? 0 : 100 - depthOf(value, ticks)
  return (
    <div
      className={classes.bar}
      role="presentation"
      style={{ '--share': `${share}%`, '--bar': color } as CSSProperties}
      data-bar={share > 0 || undefined}
      data-open={(isOpen && share > 0) || undefined}
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
