/** Excel reads UTF-8 only behind this mark. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Text that a spreadsheet must not read as anything else, such as the number `0012345`. */
export type TextCell = { text: string }
export type Cell = string | null | TextCell

/** Italian spreadsheets separate cells by semicolons, since a comma is their decimal sign. */
export const csvLine = (cells: readonly Cell[], separator: ',' | ';' = ','): string =>
  `${cells.map(cellOf).join(separator)}\r\n`

/** A formula that is nothing but the text keeps it; digits and their signs hold no quote. */
const cellOf = (cell: Cell): string =>
  cell !== null && typeof cell === 'object' ? `"=""${cell.text}"""` : csvCell(cell)

const months = 'gen|feb|mar|apr|mag|giu|lug|ago|set|ott|nov|dic|jan|may|jun|jul|aug|sep|oct|dec'

/** What a spreadsheet reads as a number, a date, a time, an amount or a percentage. */
const readsOtherwise = new RegExp(
  `^[\\d(.,€$£][\\d\\s.,:/()%'’€$£-]*(?:e[+-]?\\d+)?$|^(?:\\d{1,2}[\\s/.-])?(?:${months})[a-z]*[\\s/.-]?(?:\\d{2,4})?$`,
  'i',
)

/** A text in a file for spreadsheets. What begins like a formula is made text by `csvCell`. */
export const textCell = (text: string | null): Cell =>
  text !== null && /\d/.test(text) && readsOtherwise.test(text.trim())
    ? { text: text.trim() }
    : text

/** Wide and small letters mean the same to some programs; a NUL can begin a formula too. */
const formula = '=+\\-@|%\\0＝＋－＠｜％﹦﹢﹣﹫﹪−'

const formulaStart = new RegExp(`^(?:[\\t\\r\\n]|\\s*[${formula}])`)

/** Where a program that separates cells by something else than a comma would begin one. */
const formulaWithin = new RegExp(`([;\\t\\r\\n])(?=[\\s"]*[${formula}])`, 'g')

/**
 * A spreadsheet would run a text that begins like a formula; an apostrophe before it makes it text.
 * An Italian one opens this file by semicolons, and a quote within a line keeps nothing together
 * there. Amounts are never negative, so plain numbers stay numbers.
 */
export function csvCell(value: string | null): string {
  const text = (value ?? '').replaceAll(formulaWithin, "$1'")
  const safe = formulaStart.test(text) ? `'${text}` : text
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
