import type { OpenedCell } from './flat-sheet.ts'
import type { Kind } from './sums.ts'

/** Language of the program, layout of the file and options of the import with which a file is opened. */
export type Opening = {
  name: string
  language: 'it-IT' | 'en-US'
  layout: 'excel-it' | 'excel-en' | 'csv'
  /** Numbers of the signs that separate cells. */
  separators: string
  /** Without this option LibreOffice recognizes only plain decimal numbers, and leaves dates as texts. */
  hasDates: boolean
}

/** Returns the cells of a file as they were sent. */
export function parse(text: string, separator: ',' | ';'): string[][] {
  const rows: string[][] = [[]]
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\r\n]*))(${separator}|\r\n|$)`, 'g')
  for (const [, quoted, plain, end] of text.slice(1).matchAll(cell)) {
    rows.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    if (end === '\r\n') rows.push([])
    if (end === '') break
  }
  return rows.filter((row) => row.length > 1)
}

/** Returns the text that a person should see: a text that looks like a number is sent as a formula that returns it. */
const textOf = (cell: string): string => /^="(.*)"$/.exec(cell)?.[1] ?? cell

const isoDay = (text: string): string =>
  text
    .replace(/^(\d\d)\/(\d\d)\/(\d{4})/, '$3-$2-$1')
    .replace(' ', 'T')
    .replace(/\.000Z$/, '')

/** Returns what is wrong with a cell, or undefined. */
export function faultOf(
  kind: Kind,
  sent: string,
  { type, value, formula }: OpenedCell,
  { hasDates, layout }: Opening,
) {
  const decimal = layout === 'excel-it' ? sent.replace(',', '.') : sent
  if (sent === '') return type === 'empty' ? undefined : 'is not empty'
  if (kind === 'amount' || kind === 'count') {
    if (type !== 'float') return `is a ${type}`
    return Number(value) === Number(decimal) ? undefined : `is ${value}`
  }
  if (formula !== undefined && value !== textOf(sent)) return `runs ${formula}`
  if (kind === 'day' && type === 'date') {
    return value.startsWith(isoDay(sent)) ? undefined : `is the date ${value}`
  }
  if (kind === 'day' && hasDates && layout !== 'csv') return `is the text ${value}`
  // Programs read the texts of a plain file as they are, so a spreadsheet may take some for numbers.
  if (layout === 'csv') return undefined
  if (type !== 'string') return `is a ${type} ${value}`
  return value === textOf(sent) ? undefined : `is ${JSON.stringify(value)}`
}
