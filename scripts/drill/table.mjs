/**
 * Merges a drill's line with the line of its self-test into one result for each row, which is a drill on one database.
 * `selfTest` counts the faults that the drill finds on a deliberately broken server.
 */
export function rowsOf(lines) {
  const rows = new Map()
  for (const { row, selfTest, ...more } of lines) {
    const existing = rows.get(row) ?? { row }
    rows.set(row, { ...existing, ...more, ...(selfTest !== undefined && { selfTest }) })
  }
  return [...rows.values()].filter(({ what }) => what !== undefined)
}

const faultsOf = ({ lost, doubled, leaked, crashed }) => lost + doubled + leaked + crashed

/** Returns 'passed', or 'skipped: …' or 'failed…' with the reason. */
export function verdictOf(row) {
  if (row.skipped !== undefined) return `skipped: ${row.skipped}`
  if (row.tried === undefined) return 'failed: it did not come to its end'
  if (faultsOf(row) > 0) return 'failed'
  if (row.tried < row.wanted) return `failed: ${row.tried} of ${row.wanted}`
  if (!(row.selfTest > 0)) return 'failed: found no fault on a broken server'
  return 'passed'
}

const formatCount = (value) => (value === undefined ? '' : value.toLocaleString('en-US'))

export const cellsOf = (row) => [
  row.row,
  row.what,
  formatCount(row.tried),
  formatCount(row.lost),
  formatCount(row.doubled),
  formatCount(row.leaked),
  formatCount(row.crashed),
  row.seconds === undefined ? '' : `${formatCount(row.seconds)} s`,
  verdictOf(row),
]

export const headings = ['row', 'what', 'tried', 'lost', 'doubled', 'leaked', 'crashed', 'time', '']

/** Prints the results as a table, then the findings and notes of each row. */
export function printTable(rows) {
  const lines = [headings, ...rows.map(cellsOf)]
  const widths = headings.map((_, at) => Math.max(...lines.map((cells) => cells[at].length)))
  console.log('')
  for (const cells of lines) {
    console.log(`  ${cells.map((cell, at) => cell.padEnd(widths[at])).join('  ')}`.trimEnd())
  }
  for (const { row, findings = [], notes = [] } of rows) {
    for (const text of [...findings, ...notes]) console.log(`  ${row}: ${text}`)
  }
}
