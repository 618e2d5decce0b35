import type { Row } from './support/call-row.ts'

/** Rows for the calls about merchants' accounts at processors; `calls` contains them. */
export const processorAccountCalls: Record<string, Row> = {
  'processorAccounts.check': {
    who: 'owner',
    // A live key in test mode. Stripe's checks of a key have tests of their own.
    input: { processor: 'stripe', secretKey: 'rk_live_0123456789' },
    bad: [{ secretKey: 'x' }, { secretKey: undefined }, { processor: 'nobody' }],
    expectedStatus: 409,
    changes: [],
  },
  'processorAccounts.connect': {
    who: 'confirmedOwner',
    input: {
      processor: 'stripe',
      secretKey: 'rk_live_0123456789',
      publishableKey: 'pk_live_0123456789',
    },
    bad: [{ secretKey: 'x' }, { processor: 'bank' }, { webhookSecret: 'x' }],
    expectedStatus: 409,
    changes: [],
  },
  'processorAccounts.connectTransfer': {
    who: 'confirmedOwner',
    input: { iban: 'DE89 3704 0044 0532 0130 00', holder: 'Evil' },
    bad: [{ iban: 'DE88370400440532013000' }, { holder: '' }],
    changes: ['merchants', 'processor_accounts', 'audit_log'],
    // Transfers no longer go to the sandbox after this call.
    isLast: true,
  },
  'processorAccounts.disconnect': {
    who: 'confirmedOwner',
    takes: { id: 'account' },
    expectedStatus: 404,
    changes: [],
  },
  'processorAccounts.excludeMethods': {
    who: 'owner',
    takes: { id: 'account' },
    input: { excluded: ['klarna'] },
    bad: [{ excluded: 'klarna' }, { excluded: ['A card'] }],
    expectedStatus: 404,
    changes: [],
  },
  'processorAccounts.setFurtherMethod': {
    who: 'owner',
    takes: { id: 'account' },
    input: { paymentMethod: 'paypal', isTaken: true },
    bad: [{ paymentMethod: 'cash' }, { isTaken: 'yes' }],
    expectedStatus: 404,
    changes: [],
  },
  'processorAccounts.import': {
    who: 'confirmedOwner',
    takes: { id: 'account' },
    bad: [{ since: 'x' }],
    expectedStatus: 404,
    changes: [],
  },
  'processorAccounts.disconnectTransfer': {
    who: 'confirmedOwner',
    takes: { id: 'account' },
    expectedStatus: 404,
    changes: [],
  },
  'processorAccounts.list': { who: 'signedInMember' },
  'processorAccounts.methods': { who: 'owner', takes: { id: 'account' }, expectedStatus: 404 },
  'processorAccounts.test': {
    who: 'owner',
    takes: { id: 'account' },
    bad: [{ url: 'x' }],
    expectedStatus: 404,
    changes: [],
  },
  'processorAccounts.transfer': { who: 'signedInMember' },
  'processorAccounts.update': {
    who: 'confirmedOwner',
    takes: { id: 'account' },
    input: { publishableKey: 'pk_test_0123456789' },
    bad: [{ publishableKey: 'x' }],
    expectedStatus: 404,
    changes: [],
  },
}
