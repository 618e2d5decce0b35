/** Excel recognizes UTF-8 only with this mark at the beginning. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Text that a spreadsheet must keep as text, although it looks like another type, such as the number `0012345`. */
export type TextCell = { text: string }
/** A number that may be negative, with a decimal point or comma: its minus sign begins no formula. */
export type NumberCell = { number: string }
/** A cell of an exported file; null is empty. */
export type Cell = string | null | TextCell | NumberCell

/**
 * Returns a line of the file. Italian spreadsheets separate cells by semicolons, since a comma is their decimal sign.
 */
export const csvLine = (cells: readonly Cell[], separator: ',' | ';' = ','): string =>
  `${cells.map(cellOf).join(separator)}\r\n`

const plainNumber = /^-?\d+(?:[.,]\d+)?$/

/**
 * Writes a text cell as a formula that returns the text, so that spreadsheets do not convert it. Such a text contains
 * no quotes, since it looks like a number or a date.
 */
function cellOf(cell: Cell): string {
  if (cell === null || typeof cell === 'string') return csvCell(cell)
  if ('text' in cell) return `"=""${cell.text}"""`
  if (!plainNumber.test(cell.number)) return csvCell(cell.number)
  return cell.number.includes(',') ? `"${cell.number}"` : cell.number
}

const months = 'gen|feb|mar|apr|mag|giu|lug|ago|set|ott|nov|dic|jan|may|jun|jul|aug|sep|oct|dec'

/** Matches texts that a spreadsheet reads as a number, a date, a time, an amount or a percentage. */
const ambiguousText = new RegExp(
  `^[\\d(.,€$£][\\d\\s.,:/()%'’€$£-]*(?:e[+-]?\\d+)?$|^(?:\\d{1,2}[\\s/.-])?(?:${months})[a-z]*[\\s/.-]?(?:\\d{2,4})?$`,
  'i',
)

/** Returns the cell for a text in a spreadsheet file. `csvCell` handles texts that begin like a formula. */
export const textCell = (text: string | null): Cell =>
  text !== null && /\d/.test(text) && ambiguousText.test(text.trim()) ? { text: text.trim() } : text

/**
 * Characters that begin a formula. Some programs accept full-width and small forms too; a NUL can also begin a formula.
 */
const formula = '=+\\-@|%\\0＝＋－＠｜％﹦﹢﹣﹫﹪−'

const formulaStart = new RegExp(`^(?:[\\t\\r\\n]|\\s*[${formula}])`)

/** Matches formula starts after separators that some programs use instead of a comma. */
const formulaWithin = new RegExp(`([;\\t\\r\\n])(?=[\\s"]*[${formula}])`, 'g')

/**
 * Returns the escaped cell. An apostrophe before a text that begins like a formula keeps a spreadsheet from running it.
 * An Italian spreadsheet splits even a comma-separated file at semicolons, and quotes that begin within a line do not
 * prevent it. So text after a semicolon gets an apostrophe too when it begins like a formula. A number that may be
 * negative needs a `NumberCell`.
 */
export function csvCell(value: string | null): string {
  const text = (value ?? '').replaceAll(formulaWithin, "$1'")
  const safe = formulaStart.test(text) ? `'${text}` : text
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
