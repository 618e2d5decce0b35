/** Excel reads UTF-8 only behind this mark. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Italian spreadsheets separate cells by semicolons, since a comma is their decimal sign. */
export const csvLine = (cells: readonly (string | null)[], separator: ',' | ';' = ','): string =>
  `${cells.map(csvCell).join(separator)}\r\n`

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
