import type { Row } from './support/call-row.ts'

/** Every call about refunds and receipts. */
export const refundCalls: Record<string, Row> = {
  'receipts.ofPayment': { who: 'signedInMember', takes: { id: 'paid' } },
  // The payer is not a member, so test mode sends no mail.
  'receipts.send': { who: 'signedInMember', takes: { id: 'paid' }, changes: [] },
  'refunds.approve': {
    who: 'confirmedOwner',
    takes: { id: 'refund' },
    // This refund needs no approval by an owner.
    expectedStatus: 409,
    changes: [],
  },
  'refunds.cancel': {
    who: 'confirmedOwner',
    takes: { id: 'refund' },
    // The processor can still report this refund's outcome, so it cannot be cancelled.
    expectedStatus: 409,
    changes: [],
  },
  'refunds.create': {
    who: 'member',
    takes: { id: 'paid' },
    input: { amount: '1.00' },
    bad: [{ amount: '0' }, { reason: 'because' }],
    changes: ['audit_log', 'refund_events', 'refunds', 'sandbox_operations', 'transactions'],
  },
  'refunds.export': {
    who: 'member',
    route: 'GET /api/refunds/export',
    inputOf: 'refunds.list',
    narrows: (id) => [{ search: id }, { customerId: id }, { transactionId: id }],
    about: 'refund',
  },
  'refunds.figures': { who: 'signedInMember', bad: [{ from: 'today' }] },
  'refunds.get': { who: 'member', takes: { id: 'refund' } },
  'refunds.list': {
    who: 'member',
    bad: [{ limit: 10_000 }, { status: 'paid' }],
    narrows: (id) => [{ search: id }, { customerId: id }, { transactionId: id }, { cursor: id }],
    about: 'refund',
  },
  'refunds.ofPayment': { who: 'signedInMember', takes: { id: 'paid' } },
  'refunds.refundLate': {
    who: 'confirmedOwner',
    takes: { id: 'paid' },
    // No money was taken after the end of this payment.
    expectedStatus: 409,
    changes: [],
  },
  'refunds.refuse': {
    who: 'confirmedOwner',
    takes: { id: 'refund' },
    expectedStatus: 409,
    changes: [],
  },
  'refunds.summary': {
    who: 'signedInMember',
    bad: [{ status: 'paid' }],
    narrows: (id) => [{ search: id }, { customerId: id }, { transactionId: id }],
    about: 'refund',
  },
}
