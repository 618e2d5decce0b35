import { type DocsOf, describeSchema } from '#server/core/calls/docs.ts'
import type { takingsRouter } from './takings.router.ts'
import { ExportTakings, Takings, TakingsLine, TakingsTotal } from './takings.schema.ts'

const total: TakingsTotal = {
  currency: 'EUR',
  gross: '120.00',
  refunded: '20.00',
  net: '100.00',
  count: 3,
}
const line: TakingsLine = { day: '2026-01-31', paymentMethod: 'card', ...total }

const fields = {
  day: "The business day, in the merchant's zone",
  count: 'Number of payments',
}

const csv = [
  'Date (Europe/Rome),Payment Method,Currency,Gross,Refunds (by day of refund),Net,Payments',
  '2026-01-31,Credit Card,EUR,120.00,20.00,100.00,3',
  'Total,,EUR,120.00,20.00,100.00,3',
  '',
].join('\r\n')

export const takingsDocs = {
  tag: { name: 'Takings', description: 'Payments less refunds by day, for bookkeeping.' },
  outputs: {
    Takings: describeSchema(Takings, {
      description: 'Takings by day, and their totals by currency.',
      fields: {
        lines: 'Sums by day, then payment method, then currency',
        totals: 'The sums of the lines, by currency',
      },
      example: { lines: [line], totals: [total] },
    }),
    TakingsLine: describeSchema(TakingsLine, {
      description: 'Takings of a day by one payment method in one currency.',
      fields,
      example: line,
    }),
    TakingsTotal: describeSchema(TakingsTotal, {
      description: 'Takings of all days in one currency.',
      fields: { count: fields.count },
      example: total,
    }),
  },
  streams: {
    export: {
      kind: 'file',
      path: '/api/takings/export',
      input: ExportTakings,
      summary: 'Export takings by day',
      description:
        'A CSV of the takings by day, with a total line for each currency, in UTF-8 with a byte order mark. Amounts are written as in their currency: yen without decimals.',
      example: csv,
    },
  },
} satisfies DocsOf<typeof takingsRouter>
