import type { Row } from './support/call-row.ts'

const narrowsEntries = (id: string) => [
  { search: id },
  { payoutId: id },
  { transactionId: id },
  { customerId: id },
]

const month = '2026-01'

/** Every call about balances, their entries, payouts and months. */
export const moneyCalls: Record<string, Row> = {
  'balance.get': { who: 'member' },
  'balance.unread': { who: 'signedInMember' },
  'balanceEntries.export': {
    who: 'member',
    route: 'GET /api/balance/entries/export',
    inputOf: 'balanceEntries.list',
    narrows: narrowsEntries,
    about: 'paid',
  },
  'balanceEntries.list': {
    who: 'member',
    bad: [{ limit: 10_000 }, { type: 'profit' }],
    narrows: (id) => [...narrowsEntries(id), { cursor: id }],
    about: 'paid',
  },
  'balanceEntries.summary': {
    who: 'signedInMember',
    bad: [{ type: 'profit' }],
    narrows: narrowsEntries,
    about: 'paid',
  },
  // The person of these tests has no money in an earlier month.
  'months.close': {
    who: 'member',
    input: { month },
    bad: [{ month: '2026-13' }, { taxes: [{ rate: 'all' }] }],
    expectedStatus: 404,
    changes: [],
    isForAccountants: true,
  },
  'months.export': {
    who: 'member',
    route: 'GET /api/months/export',
    inputOf: 'months.get',
    input: { month },
    expectedStatus: 404,
  },
  'months.get': {
    who: 'member',
    input: { month },
    bad: [{ month: 'January' }, { asOf: 'today' }],
    expectedStatus: 404,
  },
  'months.list': { who: 'member' },
  // Nothing is available before the job has read the payments.
  'payouts.create': {
    who: 'member',
    bad: [{ currency: 'ITL' }],
    expectedStatus: 409,
    changes: [],
  },
  'payouts.export': {
    who: 'member',
    route: 'GET /api/payouts/export',
    inputOf: 'payouts.list',
    narrows: (id) => [{ search: id }],
    about: 'payout',
  },
  'payouts.get': { who: 'member', takes: { id: 'payout' }, expectedStatus: 404 },
  'payouts.list': {
    who: 'member',
    bad: [{ limit: 10_000 }, { status: 'sent' }, { part: 'paid' }],
    narrows: (id) => [{ search: id }, { cursor: id }],
    about: 'payout',
  },
  'payouts.month': {
    who: 'signedInMember',
    input: { month: '2026-03' },
    bad: [{ month: '2026-13' }, { month: 'March' }],
  },
  'payouts.summary': {
    who: 'signedInMember',
    bad: [{ status: 'sent' }],
    narrows: (id) => [{ search: id }],
    about: 'payout',
  },
}
