import { useEffect, useState } from 'react'

/** Rows rendered in the first frame: more than a screen shows at once. */
const FIRST = 30
const MORE = 35
/** Estimated height of a row. The page has its full height at once, so that a list reopens where it was left. */
const ROW_REM = 3.5

type RowsInFrames<Row> = {
  rows: readonly Row[]
  /** Height of the rows not rendered yet, for the margin below the list. */
  room: string | undefined
}

/**
 * Renders a screenful of rows first and the others in the next frames: a hundred rows in one frame block the
 * page. Once all are rendered they stay, in any order.
 */
export function useRowsInFrames<Row>(rows: readonly Row[]): RowsInFrames<Row> {
  const [most, setMost] = useState(FIRST)
  const left = rows.length - most
  useEffect(() => {
    if (left <= 0) return
    const frame = requestAnimationFrame(() => setMost((before) => before + MORE))
    return () => cancelAnimationFrame(frame)
  }, [left])
  return left <= 0
    ? { rows, room: undefined }
    : { rows: rows.slice(0, most), room: `${left * ROW_REM}rem` }
}
