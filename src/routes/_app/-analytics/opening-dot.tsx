type Props = {
  onOpen: (index: number) => void
  className?: string
  radius?: number
  /** Instead of what the chart would fill it with. */
  color?: string
  /** Added by the chart. */
  index?: number
  cx?: number
  cy?: number
  fill?: string
}

/** A point that opens its own period, whichever line it is on. One without a value has no place. */
export function OpeningDot(props: Props) {
  const { onOpen, className, radius = 5, color, index, cx, cy, fill } = props
  if (index === undefined || cy === undefined) return null
  return (
    <circle
      cx={cx}
      cy={cy}
      r={radius}
      fill={color ?? fill}
      className={className}
      onClick={(event) => {
        // The column around it belongs to the current period.
        event.stopPropagation()
        onOpen(index)
      }}
    />
  )
}
