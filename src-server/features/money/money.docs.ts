import { type DocsOf, describeSchema } from '#server/core/calls/docs.ts'
import { transaction } from '../transactions/transactions.docs.ts'
import type { balanceRouter } from './balance.router.ts'
import type { balanceEntriesRouter } from './entries.router.ts'
import {
  Balance,
  BalanceEntry,
  BalanceV2,
  EntrySum,
  ExportEntries,
  ExportPayouts,
  FeeDetail,
  NewPayout,
  Payout,
  PayoutDetail,
} from './money.schema.ts'
import { EntryType, PayoutStatus } from './money-enums.schema.ts'
import type { payoutsRouter } from './payouts.router.ts'

const balance: Balance = {
  processor: 'sandbox',
  accountId: null,
  currency: 'EUR',
  pending: '98.35',
  available: '885.15',
  reserved: '0.00',
  inTransit: '0.00',
  nextPayoutAt: '2026-02-02T06:00:00.000Z',
  readAt: '2026-02-01T09:10:30.000Z',
}

const entry: BalanceEntry = {
  id: 'ent_01KGB5N3R0A8W9X0Y1Z2A3B4C5',
  type: 'charge',
  rawType: 'charge',
  amount: '100.00',
  fee: '1.65',
  net: '98.35',
  currency: 'EUR',
  feeDetails: [{ type: 'processing', amount: '1.65', description: '1.4 % + 0.25' }],
  transactionId: transaction.id,
  refundId: null,
  disputeId: null,
  payoutId: 'pyo_01KGB5N3R0A8W9X0Y1Z2A3B4C5',
  description: transaction.transactionId,
  createdAt: '2026-02-01T09:10:11.123Z',
  availableAt: '2026-02-01T09:10:21.123Z',
  processor: 'sandbox',
}

export const payout: Payout = {
  id: 'pyo_01KGB5N3R0A8W9X0Y1Z2A3B4C5',
  status: 'paid',
  amount: '983.50',
  currency: 'EUR',
  arrivalAt: '2026-02-03T06:00:00.000Z',
  traceId: 'SANDBOX01KGB5N3R0A8W9X0Y1Z2A3B4C5',
  bankLast4: '0000',
  isAutomatic: true,
  failureReason: null,
  entryCount: 10,
  createdAt: '2026-02-02T06:00:00.000Z',
  processor: 'sandbox',
}

/** Example of a payout that the bank refused. In the sandbox, payouts whose amount ends in `.99` fail. */
export const failedPayout: Payout = {
  ...payout,
  status: 'failed',
  amount: '983.99',
  traceId: null,
  failureReason: 'account_closed',
}

const sum: EntrySum = {
  type: 'charge',
  currency: 'EUR',
  count: 10,
  amount: '1000.00',
  fee: '16.50',
  net: '983.50',
}

const entriesCsv = [
  'Entry ID,Date (Europe/Rome),Date (UTC),Available (Europe/Rome),Type,Raw type,Gross,Fee,Net,Currency,Payment ID,Refund ID,Payout ID,Processor,Description',
  'ent_01KGB5N3R0A8W9X0Y1Z2A3B4C5,2026-02-01 10:10:11,2026-02-01T09:10:11.123Z,2026-02-01 10:10:21,charge,charge,100.00,1.65,98.35,EUR,txn_01KGB5N3R0A8W9X0Y1Z2A3B4C5,,pyo_01KGB5N3R0A8W9X0Y1Z2A3B4C5,sandbox,TXN-7QK2M9X4ZD',
  '',
].join('\r\n')

const payoutsCsv = [
  'Payout ID,Date (Europe/Rome),Date (UTC),Arrival (Europe/Rome),Amount,Currency,Status,Entries,Trace ID,Bank account,Failure reason,Processor',
  'pyo_01KGB5N3R0A8W9X0Y1Z2A3B4C5,2026-02-02 07:00:00,2026-02-02T06:00:00.000Z,2026-02-03 07:00:00,983.50,EUR,paid,10,SANDBOX01KGB5N3R0A8W9X0Y1Z2A3B4C5,0000,,sandbox',
  '',
].join('\r\n')

const parameters = {
  search: { example: 'ada' },
  currency: { description: 'Only this currency' },
  processor: { example: 'sandbox' },
  from: { example: '2026-02-01' },
  to: { example: '2026-02-28' },
  sort: { description: 'Field to sort by; `-` puts the greatest first' },
}

const balanceFields = {
  accountId: 'The processor account; null for the sandbox',
  nextPayoutAt:
    'Time of the next payout; null when nothing is available, or when the processor does not state it',
  readAt: 'Time of the last complete read of the processor’s data',
}

export const balanceDocs = {
  tag: {
    name: 'Balance',
    description: 'Money at the processors: balances, fees and payouts.',
  },
  outputs: {
    Balance: describeSchema(Balance, {
      description: "The business's money at a processor, in one currency.",
      fields: balanceFields,
      example: balance,
    }),
    BalanceV2: describeSchema(BalanceV2, {
      description:
        "The business's money at a processor, in one currency. Without the permission to read it, the sum of the entries that are known.",
      fields: balanceFields,
      example: { ...balance, missingPermission: null },
    }),
  },
} satisfies DocsOf<typeof balanceRouter>

export const balanceEntriesDocs = {
  tag: { name: 'Balance entries', description: 'Entries of the accounts at the processors.' },
  parameters: {
    ...parameters,
    type: { description: 'Only entries of this type' },
    payoutId: { example: payout.id },
    transactionId: { example: transaction.id },
  },
  outputs: {
    EntryType: describeSchema(EntryType),
    FeeDetail: describeSchema(FeeDetail, {
      description: 'A part of a fee.',
      fields: { type: "The processor's own word" },
    }),
    BalanceEntry: describeSchema(BalanceEntry, {
      description:
        'A line of a processor’s account. Credits to the business are positive, debits negative.',
      fields: {
        type: 'A kind that is not listed here is `other`',
        rawType: "The processor's own word for the kind",
        currency: 'The settlement currency, which may differ from that of the payment',
        transactionId: 'The payment; null when it was not made here',
        payoutId: 'The payout that contains the entry; null until there is one',
        availableAt: 'Time from which it can be paid out',
      },
      example: entry,
    }),
  },
  streams: {
    export: {
      kind: 'file',
      path: '/api/balance/entries/export',
      input: ExportEntries,
      summary: 'Export balance entries',
      description:
        'A CSV of exactly what the filter finds, however many rows, in UTF-8 with a byte order mark.',
      example: entriesCsv,
    },
  },
} satisfies DocsOf<typeof balanceEntriesRouter>

const payoutFields = {
  arrivalAt: 'Time of arrival on the bank account, expected or actual',
  traceId: 'Number by which the bank finds it; often known days after its arrival',
  isAutomatic: 'False when a person requested it',
  failureReason: 'Reason why the bank returned it; null when it did not',
  entryCount: 'Number of its entries that are known',
}

export const payoutsDocs = {
  tag: { name: 'Payouts', description: 'Money on its way to the bank account.' },
  parameters: {
    ...parameters,
    id: { description: 'The id (`pyo_…`) of the payout', example: payout.id },
    status: { description: 'Only this status' },
  },
  inputs: {
    NewPayout: describeSchema(NewPayout, {
      description: 'A payout of all that is available in a currency.',
      fields: { currency: 'The reporting currency, when left out' },
      example: { currency: 'EUR' },
    }),
  },
  outputs: {
    PayoutStatus: describeSchema(PayoutStatus),
    Payout: describeSchema(Payout, {
      description: 'Money that a processor sends to the bank account.',
      fields: payoutFields,
      example: payout,
    }),
    EntrySum: describeSchema(EntrySum, {
      description: 'Count and sums of the entries of one type and currency.',
    }),
    PayoutDetail: describeSchema(PayoutDetail, {
      description: 'A payout with the sums of its entries.',
      fields: {
        ...payoutFields,
        contents:
          '`complete` when the net sums add up to the amount, `pending` before, `unavailable` when the processor does not name the entries',
        sums: 'By type and currency',
      },
      example: { ...payout, contents: 'complete', sums: [sum] },
    }),
  },
  streams: {
    export: {
      kind: 'file',
      path: '/api/payouts/export',
      input: ExportPayouts,
      summary: 'Export payouts',
      description:
        'A CSV of exactly what the filter finds, however many rows, in UTF-8 with a byte order mark.',
      example: payoutsCsv,
    },
  },
} satisfies DocsOf<typeof payoutsRouter>
