import { type DocsOf, describeSchema } from '#server/core/calls/docs.ts'
import type { monthsRouter } from './months.router.ts'
import {
  CloseMonth,
  ClosingObstacle,
  Correction,
  ExportMonth,
  MonthDetail,
  MonthEntry,
  MonthFee,
  MonthPayout,
  MonthSection,
  MonthState,
  MonthTakings,
  MonthTotal,
  NotedTax,
  OpenItem,
  OpenItemKind,
} from './months.schema.ts'

const entry: MonthEntry = {
  month: '2026-01',
  state: 'closed',
  closedAt: '2026-02-03T09:10:11.123Z',
  hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  obstacle: 'closed',
}

const total: MonthTotal = {
  currency: 'EUR',
  gross: '120.00',
  refunded: '20.00',
  disputed: '0.00',
  net: '100.00',
  count: 3,
}
const takings: MonthTakings = { day: '2026-01-31', paymentMethod: 'card', ...total }

const fee: MonthFee = {
  processor: 'sandbox',
  type: 'charge',
  currency: 'EUR',
  count: 3,
  amount: '2.43',
}

const payout: MonthPayout = {
  day: '2026-01-31',
  processor: 'sandbox',
  type: 'payout',
  currency: 'EUR',
  count: 1,
  amount: '97.57',
}

const openItem: OpenItem = {
  kind: 'refund_pending',
  currency: 'EUR',
  count: 1,
  amount: '5.00',
}

const correction: Correction = {
  month: '2025-12',
  section: 'gross',
  name: 'bank',
  kind: '',
  currency: 'EUR',
  count: 1,
  amount: '40.00',
}

const tax: NotedTax = { rate: '22', currency: 'EUR', amount: '18.03' }

const detail: MonthDetail = {
  ...entry,
  timezone: 'Europe/Rome',
  asOf: null,
  totals: [total],
  takings: [takings],
  fees: [fee],
  payouts: [payout],
  others: [],
  corrections: [correction],
  openItems: [openItem],
  taxes: [tax],
}

const csv = [
  'Section,Line,Month,Day,Method or processor,Kind,Currency,Number,Amount',
  'gross,,2026-01,2026-01-31,card,,EUR,3,120.00',
  'fees,,2026-01,,sandbox,charge,EUR,3,2.43',
  'gross,Total,2026-01,,,,EUR,3,120.00',
  'fees,Total,2026-01,,,,EUR,3,2.43',
  '',
].join('\r\n')

const entryFields = {
  month: "In the merchant's zone",
  state: '`running` until the month is over, then `open`, then `closed`',
  closedAt: 'When it was closed; null before',
  hash: 'SHA-256 of its figures in their canonical form; null before it is closed',
  obstacle: 'Why it cannot be closed now; null when it can',
}

export const monthsDocs = {
  tag: {
    name: 'Months',
    description: 'The figures of a month for the accountant, and their closing.',
  },
  parameters: {
    month: { description: 'The month', example: entry.month },
    asOf: { example: '2026-02-01' },
  },
  inputs: {
    CloseMonth: describeSchema(CloseMonth, {
      description: 'A month to close.',
      fields: { taxes: 'Taxes as the caller notes them: Incasso stores them and computes none' },
      example: { taxes: [tax] },
    }),
  },
  outputs: {
    MonthState: describeSchema(MonthState),
    ClosingObstacle: describeSchema(ClosingObstacle),
    MonthSection: describeSchema(MonthSection),
    OpenItemKind: describeSchema(OpenItemKind),
    MonthEntry: describeSchema(MonthEntry, {
      description: 'A month, and whether it can be closed.',
      fields: entryFields,
      example: entry,
    }),
    MonthTotal: describeSchema(MonthTotal, {
      description: 'Takings of the month in one currency.',
      example: total,
    }),
    MonthTakings: describeSchema(MonthTakings, {
      description:
        'Takings of a day by one payment method in one currency. `disputed` is what banks took for disputes on the day, less what came back.',
      fields: {
        day: "The business day, in the merchant's zone",
        paymentMethod: 'Null for a dispute of a payment that was not made here',
        count: 'How many payments',
      },
      example: takings,
    }),
    MonthFee: describeSchema(MonthFee, {
      description:
        'Entries of one type at one processor, and their sum. In `fees`, `amount` is what they cost and `count` the number of entries with a cost.',
      fields: { count: 'Number of balance entries' },
      example: fee,
    }),
    MonthPayout: describeSchema(MonthPayout, {
      description:
        'Payouts of a day from one processor. `amount` is negative for payouts that came back.',
      fields: { type: '`payout` or `payout_failure`' },
      example: payout,
    }),
    OpenItem: describeSchema(OpenItem, {
      description: 'What was not settled when the month was closed, or is not settled now.',
      example: openItem,
    }),
    Correction: describeSchema(Correction, {
      description: 'A figure of an earlier month that became known after its close.',
      fields: {
        month: 'The earlier month',
        name: 'Payment method or processor',
        kind: 'Type of balance entry; empty for payments and refunds',
      },
      example: correction,
    }),
    NotedTax: describeSchema(NotedTax, {
      description: 'A tax as entered by the caller.',
      example: tax,
    }),
    MonthDetail: describeSchema(MonthDetail, {
      description: 'A month for the accountant.',
      fields: {
        ...entryFields,
        timezone: 'The zone in which its days count',
        asOf: 'The day of the request; null without one',
        totals: 'By currency',
        takings: 'By day, payment method and currency',
        fees: 'By processor, type of entry and currency',
        payouts: 'By day and processor',
        others: 'Adjustments, transfers and entries of an unknown type',
        corrections: 'Later facts of closed months',
        openItems: 'Null with `asOf`',
        taxes: 'As entered by the person who closed the month',
      },
      example: detail,
    }),
  },
  streams: {
    export: {
      kind: 'file',
      path: '/api/months/export',
      namesThing: true,
      input: ExportMonth,
      summary: 'Export a month',
      description:
        'A CSV of the figures of a month, and a total for each section and currency, in UTF-8 with a byte order mark. Totals do not contain corrections.',
      example: csv,
    },
  },
} satisfies DocsOf<typeof monthsRouter>
