import { expect, test } from 'vitest'
import { csvLine, textCell } from '#server/shared/text/csv.ts'

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
