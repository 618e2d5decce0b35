import type { Row } from './support/call-row.ts'

const filters = (id: string) => [{ search: id }, { customerId: id }, { transactionId: id }]

/** Every call about disputes. */
export const disputeCalls: Record<string, Row> = {
  'disputes.export': {
    who: 'member',
    route: 'GET /api/disputes/export',
    inputOf: 'disputes.list',
    narrows: filters,
    about: 'paid',
  },
  // No payment of these tests is disputed, because that takes time; tests/server/disputes.test.ts has one.
  'disputes.get': { who: 'member', takes: { id: 'dispute' }, follows: 404 },
  'disputes.list': {
    who: 'member',
    bad: [{ limit: 10_000 }, { state: 'paid' }, { dueBefore: 'soon' }],
    narrows: (id) => [...filters(id), { cursor: id }],
    about: 'paid',
  },
  'disputes.summary': {
    who: 'signedInMember',
    bad: [{ state: 'paid' }],
    narrows: filters,
    about: 'paid',
  },
}
