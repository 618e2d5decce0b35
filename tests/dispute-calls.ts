import type { Row } from './support/call-row.ts'

const filters = (id: string) => [{ search: id }, { customerId: id }, { transactionId: id }]

/** Every call about disputes. */
export const disputeCalls: Record<string, Row> = {
  'disputes.accept': { who: 'member', takes: { id: 'dispute' }, expectedStatus: 404, changes: [] },
  'disputes.acceptance': { who: 'signedInMember', takes: { id: 'dispute' }, expectedStatus: 404 },
  'disputes.changeSettings': {
    who: 'owner',
    input: { staffMayAnswer: true, acceptance: { upTo: '15.00', afterHours: 24 } },
    bad: [
      { staffMayAnswer: 'yes' },
      { acceptance: { upTo: '15.00', afterHours: 23 } },
      { acceptance: { upTo: '-1.00', afterHours: 24 } },
    ],
    changes: ['audit_log', 'dispute_settings'],
  },
  'disputes.export': {
    who: 'member',
    route: 'GET /api/disputes/export',
    inputOf: 'disputes.list',
    narrows: filters,
    about: 'paid',
  },
  'disputes.file': {
    who: 'member',
    takes: { id: 'dispute' },
    input: { slot: 'receipt' },
    bad: [{ slot: 'photo' }],
    expectedStatus: 404,
  },
  // No payment of these tests is disputed, because that takes time; tests/server/disputes.test.ts has one.
  'disputes.get': { who: 'member', takes: { id: 'dispute' }, expectedStatus: 404 },
  'disputes.list': {
    who: 'member',
    bad: [{ limit: 10_000 }, { state: 'paid' }, { dueBefore: 'soon' }],
    narrows: (id) => [...filters(id), { cursor: id }],
    about: 'paid',
  },
  'disputes.unsentResponse': {
    who: 'signedInMember',
    takes: { id: 'dispute' },
    expectedStatus: 404,
  },
  'disputes.paymentFacts': { who: 'signedInMember', takes: { id: 'dispute' }, expectedStatus: 404 },
  'disputes.putFile': {
    who: 'member',
    takes: { id: 'dispute' },
    input: { slot: 'receipt', version: 0, type: 'image/png' },
    bad: [{ slot: 'photo' }, { version: -1 }, { name: '../a.png' }],
    expectedStatus: 404,
    changes: [],
  },
  'disputes.removeFile': {
    who: 'member',
    takes: { id: 'dispute' },
    input: { slot: 'receipt', version: 1 },
    bad: [{ slot: 'photo' }, { version: 'one' }],
    expectedStatus: 404,
    changes: [],
  },
  'disputes.saveEvidence': {
    who: 'member',
    takes: { id: 'dispute' },
    input: { version: 0, fields: { explanation: 'The parcel arrived.' } },
    bad: [{ version: -1 }, { fields: { colour: 'red' } }, { fields: { explanation: 1 } }],
    expectedStatus: 404,
    changes: [],
  },
  'disputes.settings': { who: 'signedInMember' },
  'disputes.stopAcceptance': {
    who: 'signedInMember',
    takes: { id: 'dispute' },
    expectedStatus: 404,
    changes: [],
  },
  'disputes.submit': {
    who: 'member',
    takes: { id: 'dispute' },
    bad: [{ version: 'one' }],
    expectedStatus: 404,
    changes: [],
  },
  'disputes.summary': {
    who: 'signedInMember',
    bad: [{ state: 'paid' }],
    narrows: filters,
    about: 'paid',
  },
}
