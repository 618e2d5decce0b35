type Props = {
  onOpen: (index: number) => void
  /** Added by the chart. */
  index?: number
  cx?: number
  cy?: number
  fill?: string
}

/** The point under the pointer. It opens its own period, whichever line it is on. */
export function OpeningDot({ onOpen, index, cx, cy, fill }: Props) {
  if (index === undefined) return null
  return (
    <circle
      cx={cx}
      cy={cy}
      r={5}
      fill={fill}
      onClick={(event) => {
        // The column around it belongs to the current period.
        event.stopPropagation()
        onOpen(index)
      }}
    />
  )
}
