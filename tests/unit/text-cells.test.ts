import { expect, test } from 'vitest'
import { csvLine, textCell } from '#server/shared/text/csv.ts'
import { moneyColumn, sheetOf, textColumn } from '#server/shared/text/sheet.ts'

type Row = { net: number; currency: string }

test.each(['0012345', '1/2', '1E5', '12,50', '50%', '3-5', '10:30', '1 gen', 'mar 26', '€ 12'])(
  'a spreadsheet keeps the text %s, which it would read as something else',
  (text) => {
    expect(csvLine(['a', textCell(text)], ';')).toBe(`a;"=""${text}"""\r\n`)
  },
)

test.each(['Marco', 'Via Roma 12', '2 caffè', 'A-1042', 'Maria', 'RF18 5390', ''])(
  'the text %s stays as it is',
  (text) => {
    expect(csvLine(['a', textCell(text)], ';')).toBe(`a;${text}\r\n`)
  },
)

test('a text that starts like a formula is escaped as before, and no value is an empty cell', () => {
  expect(csvLine([textCell('+39 06 112'), textCell('=1+1'), textCell(null)], ';')).toBe(
    "'+39 06 112;'=1+1;\r\n",
  )
})

test('an amount that left a balance is a negative number in each layout', () => {
  const amount = moneyColumn({ en: 'Net', it: 'Netto' }, (row: Row) => row.net)
  const row = { net: -123456, currency: 'EUR' }

  const layouts = ['csv', 'excel-en', 'excel-it'] as const
  const lines = layouts.map((layout) => sheetOf({ layout }, [amount]).line(row))

  expect(lines).toEqual(['-1234.56\r\n', '-1234.56\r\n', '"-1234,56"\r\n'])
})

test('a code of another party stays text in a spreadsheet', () => {
  const code = textColumn({ en: 'Trace ID', it: 'ID' }, (row: { trace: string }) => row.trace)

  const line = sheetOf({ layout: 'excel-it' }, [code]).line({ trace: '123456789012345678901234' })

  expect(line).toBe('"=""123456789012345678901234"""\r\n')
})
