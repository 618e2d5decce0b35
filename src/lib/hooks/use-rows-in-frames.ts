import { useEffect, useState } from 'react'

/** More than a screen shows at once. */
const FIRST = 30
const MORE = 35
/** What a row takes, so that the page is as high at once as it will be, and a list is found where it was left. */
const ROW_REM = 3.5

type RowsInFrames<Row> = {
  rows: readonly Row[]
  /** The room of the rows that are still to come, for the margin below the list. */
  room: string | undefined
}

/**
 * A screenful of rows at first, and the others with the next frames: to lay out and paint a hundred in one
 * frame keeps the page from answering. Once all are there they stay, whatever their order.
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
