/** Excel reads UTF-8 only behind this mark. */
export const BYTE_ORDER_MARK = '\uFEFF'

export const csvLine = (cells: readonly (string | null)[]): string =>
  `${cells.map(csvCell).join(',')}\r\n`

/** A NUL can begin a formula too. */
const formulaStart = /^[=+\-@\t\r\n\0|%]/

/**
 * A spreadsheet would run a text that begins like a formula; a leading apostrophe makes it text.
 * Amounts are never negative, so plain numbers stay numbers.
 */
export function csvCell(value: string | null): string {
  const text = value ?? ''
  const safe = formulaStart.test(text) || formulaStart.test(text.trimStart()) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
