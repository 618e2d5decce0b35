import { useEffect, useState } from 'react'

type Steps = {
  /** Rows rendered in the first frame: more than a screen shows at once. */
  first: number
  /** Rows that each further frame adds. */
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
 * the page. Once all are rendered they stay, in any order.
 */
export function useRowsInFrames<Row>(
  rows: readonly Row[],
  { first, more, rem }: Steps,
): RowsInFrames<Row> {
  const [most, setMost] = useState(first)
  const left = rows.length - most
  useEffect(() => {
    if (left <= 0) return
    const frame = requestAnimationFrame(() => setMost((before) => before + more))
    return () => cancelAnimationFrame(frame)
  }, [left, more])
  return left <= 0
    ? { rows, remainingHeight: undefined }
    : { rows: rows.slice(0, most), remainingHeight: `${left * rem}rem` }
}
