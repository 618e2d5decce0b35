import { useEffect, useState } from 'react'

type Steps = {
  /** Number of rows rendered in the first frame: more than a screen shows at once. */
  first: number
  /** Number of rows that each further frame adds. */
  more: number
  /**
   * Estimated height of a row. The page has its full height at once, so that a list reopens where it was
   * left.
   */
  rem: number
}

export const tableSteps: Steps = { first: 30, more: 35, rem: 3.5 }
export const cardSteps: Steps = { first: 8, more: 8, rem: 7 }

type RowsInFrames<Row> = {
  rows: readonly Row[]
  /** Height of the rows not rendered yet, for the margin below the list. */
  remainingHeight: string | undefined
}

/**
 * Renders a screenful of rows first and the other rows in the next frames: a hundred rows in one frame block
 * the page. Once all rows are rendered, they stay, also when sorted again.
 */
export function useRowsInFrames<Row>(
  rows: readonly Row[],
  { first, more, rem }: Steps,
): RowsInFrames<Row> {
  const [limit, setLimit] = useState(first)
  const remaining = rows.length - limit
  useEffect(() => {
    if (remaining <= 0) return
    const frame = requestAnimationFrame(() => setLimit((before) => before + more))
    return () => cancelAnimationFrame(frame)
  }, [remaining, more])
  return remaining <= 0
    ? { rows, remainingHeight: undefined }
    : { rows: rows.slice(0, limit), remainingHeight: `${remaining * rem}rem` }
}
