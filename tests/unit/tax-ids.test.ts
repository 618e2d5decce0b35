import { expect, test } from 'vitest'
import { taxIdIssues } from '#server/shared/text/tax-ids.ts'

const pathsOf = (taxIds: Parameters<typeof taxIdIssues>[0], timezone = 'Europe/Rome') =>
  taxIdIssues(taxIds, timezone).map(({ path }) => path)

test.each(['12345678903', 'IT12345678903', 'IT 123 4567 8903', 'it12345678903'])(
  'the VAT number %j is Italian and correct',
  (vatNumber) => {
    expect(pathsOf({ vatNumber })).toEqual([])
    expect(pathsOf({ vatNumber }, 'UTC')).toEqual([])
  },
)

test.each(['12345678901', '1234567890', '00000000000', 'IT1234567890', 'IT1234567890X'])(
  'the VAT number %j is faulty in Italy',
  (vatNumber) => {
    expect(pathsOf({ vatNumber })).toEqual(['vatNumber'])
  },
)

test('a prefix decides the country of a VAT number, and other countries have a free form', () => {
  for (const vatNumber of ['DE123456789', 'FR 12 345678901', 'SM 12345', 'CHE-123.456.788 MWST']) {
    expect(pathsOf({ vatNumber })).toEqual([])
  }
  expect(pathsOf({ vatNumber: '12345678901' }, 'Europe/Zagreb')).toEqual([])
  expect(pathsOf({ vatNumber: 'IT12345678901' }, 'Europe/Zagreb')).toEqual(['vatNumber'])
})

test.each(['RSSMRA85T10A562S', 'rssmra85t10a562s', 'RSSMRA85T10A56NH', '12345678903', 'SM-1'])(
  'the tax code %j is accepted',
  (taxCode) => {
    expect(pathsOf({ taxCode })).toEqual([])
  },
)

test.each(['RSSMRA85T10A562T', 'RSSMRA85T10A5621', '12345678901', '123'])(
  'the tax code %j is faulty in Italy, and free elsewhere',
  (taxCode) => {
    expect(pathsOf({ taxCode })).toEqual(['taxCode'])
    expect(pathsOf({ taxCode }, 'Europe/Paris')).toEqual([])
  },
)

test('absent and empty numbers have no fault', () => {
  expect(pathsOf({})).toEqual([])
  expect(pathsOf({ vatNumber: null, taxCode: '' })).toEqual([])
})
