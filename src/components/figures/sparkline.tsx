import classes from './sparkline.module.css'

type Props = {
  /** Values, oldest first; null where a value is missing. */
  values: readonly (number | null)[]
}

const WIDTH = 64
const HEIGHT = 20
/** Space for half of the line's width and for the dot at its end. */
const MARGIN = 2.5

/**
 * A line without axes that shows the trend of a figure. Screen readers skip the line: the words next to it
 * state the trend too.
 */
export function Sparkline({ values }: Props) {
  const points = pointsOf(values)
  const last = points.at(-1)
  const hasVisibleValue = values.some((value) => value !== null && value !== 0)
  if (!last || points.length < 2 || !hasVisibleValue)
    return <span className={classes.none} aria-hidden />
  return (
    <svg
      className={classes.line}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden
    >
      <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
      <circle cx={last.x} cy={last.y} r={2} />
    </svg>
  )
}

/** Skips missing values, so that the line goes straight to the next one. */
function pointsOf(values: readonly (number | null)[]): { x: number; y: number }[] {
  const numbers = values.filter((value) => value !== null)
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)]
  const step = (WIDTH - 2 * MARGIN) / Math.max(1, values.length - 1)
  const plotHeight = HEIGHT - 2 * MARGIN
  return values.flatMap((value, index) => {
    if (value === null) return []
    // Constant values lie in the middle.
    const share = most === least ? 0.5 : (value - least) / (most - least)
    return [{ x: rounded(MARGIN + index * step), y: rounded(MARGIN + plotHeight * (1 - share)) }]
  })
}

const rounded = (value: number): number => Math.round(value * 100) / 100
