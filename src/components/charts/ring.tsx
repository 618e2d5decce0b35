import { type PointerEvent, useRef, useState } from 'react'
import classes from './charts.module.css'
import { slicePaths } from './geometry.ts'

export type Slice = { name: string; value: number; color: string }

type Props = {
  slices: readonly Slice[]
  /** The ring's diameter in pixels. */
  size: number
  /** Pixels between the ring's outer and inner edge. */
  thickness: number
  /** Shown in the middle. */
  label: string
  formatValue: (value: number) => string
  onOpen: (index: number) => void
  /** Called by a click outside the slices. */
  onOpenAll: () => void
}

type Pointer = { index: number; left: number; top: number }

/** A ring with a slice for each value. */
export function Ring({ slices, size, thickness, label, formatValue, onOpen, onOpenAll }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const [pointed, setPointed] = useState<Pointer>()
  const outer = size / 2
  const paths = slicePaths(
    slices.map(({ value }) => value),
    outer,
    outer - thickness,
  )
  const follow = (index: number) => (event: PointerEvent) => {
    const box = frame.current?.getBoundingClientRect()
    if (!box || event.pointerType !== 'mouse') return
    setPointed({ index, left: event.clientX - box.left + 12, top: event.clientY - box.top + 12 })
  }
  const slice = pointed && slices[pointed.index]
  return (
    <div className={classes.ring} ref={frame} role="presentation" data-chart onClick={onOpenAll}>
      <svg
        width={size}
        height={size}
        viewBox={`${-outer} ${-outer} ${size} ${size}`}
        aria-hidden
        onPointerLeave={() => setPointed(undefined)}
      >
        {slices.map(({ name, color }, index) => (
          <path
            key={name}
            d={paths[index]}
            fill={color}
            data-slice
            onPointerMove={follow(index)}
            onPointerLeave={() => setPointed(undefined)}
            onClick={(event) => {
              event.stopPropagation()
              onOpen(index)
            }}
          />
        ))}
        <text textAnchor="middle" dominantBaseline="middle">
          {label}
        </text>
      </svg>
      {slice && (
        <div className={classes.tooltip} style={{ left: pointed.left, top: pointed.top }}>
          <span className={classes.sliceTooltip}>
            <span className={classes.swatch} style={{ background: slice.color }} />
            {slice.name}
            <strong>{formatValue(slice.value)}</strong>
          </span>
        </div>
      )}
    </div>
  )
}
