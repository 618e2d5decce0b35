import { randomUUID } from 'node:crypto'
import { disputeCalls } from './dispute-calls.ts'
import { moneyCalls } from './money-calls.ts'
import { paymentLinkCalls } from './payment-link-calls.ts'
import { processorAccountCalls } from './processor-account-calls.ts'
import { refundCalls } from './refund-calls.ts'
import type { Row, SignInRow } from './support/call-row.ts'
import { onboarding, payment } from './support/make.ts'
import { PASSWORD } from './support/sign-up.ts'
import { webhookEndpointCalls } from './webhook-endpoint-calls.ts'

const attacker = 'attacker@example.com'
const newPassword = 'attackers battery staple'
const prompt = 'How did it go?'

/** Returns a random UUID without digits, so that it can never look like a card number. */
const randomLetters = () => randomUUID().replaceAll(/\d/g, 'x')

const october = { from: '2026-10-01', to: '2026-10-31' }

let currencyIndex = 0
/** Returns another currency than the previous call, because the same one would change nothing. */
const nextCurrency = () => (currencyIndex++ % 2 === 0 ? 'JPY' : 'KWD')

/** Returns the filters that the list of payments and its export share. */
const paymentFilters = (id: string) => [{ search: id }, { customerId: id }]
const auditFilters = (id: string) => [
  { objectId: id },
  { actor: `user:${id}` },
  { actor: `key:${id}` },
]

/**
 * Rows for all calls: each procedure of the tRPC API and each route without a procedure, with input, permitted callers
 * and outcome. The tests of roles, tenants and contract, and the drills, call the server with these rows.
 * tests/unit/calls.test.ts fails for a call without a row and names it.
 */
export const calls: Record<string, Row> = {
  'analytics.firstDay': { who: 'member' },
  'analytics.methodCosts': {
    who: 'signedInMember',
    input: { range: '30d' },
    bad: [{ range: '1y' }],
  },
  'analytics.methodTypes': { who: 'member', bad: [{ range: '1y' }] },
  'analytics.paymentMethods': { who: 'member' },
  'analytics.revenue': { who: 'member', bad: [{ range: '1y' }] },
  'analytics.successRate': { who: 'member', bad: [{ compare: 2 }, { by: 'day' }] },
  'analytics.summary': { who: 'member', bad: [{ currency: 'ITL' }, { range: '1y' }] },
  'analytics.transactionsVolume': { who: 'member', bad: [{ range: 1 }] },

  'apiKeys.create': {
    who: 'confirmedOwner',
    input: { name: 'Evil' },
    bad: [{ name: '' }],
    changes: ['api_keys', 'audit_log'],
  },
  'apiKeys.list': { who: 'owner' },
  'apiKeys.revoke': {
    who: 'owner',
    takes: { id: 'key' },
    repeatStatus: 404,
    changes: ['api_keys', 'audit_log'],
  },
  'apiKeys.rotate': {
    who: 'confirmedOwner',
    takes: { id: 'key' },
    input: { overlapDays: 0 },
    bad: [{ overlapDays: 8 }],
    repeatStatus: 404,
    changes: ['api_keys', 'audit_log'],
  },

  'auditLog.export': {
    who: 'signedInMember',
    route: 'GET /api/audit-log/export',
    inputOf: 'auditLog.list',
    narrows: auditFilters,
  },
  'auditLog.list': {
    who: 'signedInMember',
    bad: [{ limit: 0 }],
    narrows: (id) => [...auditFilters(id), { cursor: id }],
  },

  'clerk.migrationStatus': { who: 'user' },
  'clerk.productionGuide': { who: 'user' },

  'customers.create': {
    who: 'member',
    input: () => ({ name: 'Evil', email: `${randomLetters()}@example.com` }),
    bad: [{ email: undefined }],
    changes: ['audit_log', 'customers'],
  },
  'customers.erase': {
    who: 'confirmedMember',
    takes: { id: 'customer' },
    changes: ['audit_log', 'customers', 'transactions'],
  },
  'customers.get': { who: 'member', takes: { id: 'customer' } },
  'customers.lastPayments': { who: 'signedInMember', takes: { ids: ['customer'] } },
  'customers.list': {
    who: 'member',
    bad: [{ sort: 'colour' }],
    narrows: (id) => [{ search: id }, { cursor: id }],
    about: 'customer',
  },
  'customers.totals': { who: 'signedInMember', takes: { ids: ['customer'] } },
  'customers.update': {
    who: 'member',
    takes: { id: 'customer' },
    input: { name: 'Evil' },
    bad: [{ status: 'vip' }],
    changes: ['audit_log', 'customers'],
  },

  'dashboard.net': { who: 'member' },
  'dashboard.recent': { who: 'member' },
  'dashboard.stats': { who: 'member' },
  'dashboard.today': { who: 'member' },

  'demo.create': {
    who: 'user',
    input: { timezone: 'UTC' },
    expectedStatus: 409,
    newcomer: 'success',
    changes: [],
  },
  'demo.remove': { who: 'owner', expectedStatus: 403, changes: [] },
  'demo.state': { who: 'signedInMember' },

  ...disputeCalls,

  'environment.config': { who: 'user' },
  'environment.status': { who: 'user' },

  'events.changes': {
    who: 'signedInMember',
    narrows: (id) => [{ lastEventId: id }],
    isEndless: true,
  },

  'identity.confirm': {
    who: 'user',
    input: { password: PASSWORD },
    changes: ['audit_log', 'auth_sessions'],
  },
  'identity.current': { who: 'anyone' },
  'identity.endOtherSessions': {
    who: 'user',
    needs: ['session'],
    changes: ['audit_log', 'auth_sessions'],
  },
  'identity.endSession': {
    who: 'user',
    takes: { sessionId: 'session' },
    changes: ['audit_log', 'auth_sessions'],
  },
  'identity.methods': { who: 'user' },
  'identity.rename': {
    who: 'user',
    input: { firstName: 'Evil', lastName: 'Evil' },
    changes: ['auth_users'],
  },
  'identity.sessions': { who: 'user' },

  'integrations.events': { who: 'signedInMember' },
  'integrations.list': { who: 'signedInMember' },
  'integrations.rotateSecret': {
    who: 'confirmedOwner',
    takes: { id: 'integration' },
    bad: [{ secret: 'x' }],
    changes: ['integrations', 'audit_log'],
  },
  'integrations.test': {
    who: 'signedInMember',
    takes: { id: 'integration' },
    bad: [{ url: 'x' }],
    changes: ['integrations', 'webhook_attempts', 'webhook_events'],
  },
  'integrations.update': {
    who: 'owner',
    takes: { id: 'integration' },
    // Contains every event type that the later calls produce.
    input: {
      version: 'v2',
      events: ['payment.completed', 'payment.failed', 'payment.pending', 'customer.created'],
    },
    bad: [{ version: 'v9' }, { events: ['payment.imagined'] }, { events: 'payment.failed' }],
    changes: ['integrations', 'audit_log'],
  },

  'legal.privacy': { who: 'anyone', route: 'GET /api/legal/privacy' },
  'legal.terms': { who: 'anyone', route: 'GET /api/legal/terms' },

  'merchant.books': { who: 'signedInMember' },
  'merchant.assistantAccess': { who: 'signedInMember' },
  'merchant.business': { who: 'signedInMember' },
  'merchant.changeAssistantAccess': {
    who: 'owner',
    input: { isOn: false },
    bad: [{ isOn: 'no' }, { isOn: null }, { isOn: undefined }],
    changes: ['merchants', 'audit_log'],
  },
  'merchant.changeBusiness': {
    who: 'owner',
    input: () => ({ taxCode: `EVIL ${randomLetters().slice(0, 20)}` }),
    bad: [{ vatNumber: '<b>' }, { taxCode: 'x'.repeat(31) }, { vatNumber: 'IT12345678901' }],
    changes: ['merchants', 'audit_log'],
  },
  'merchant.changeCustomerMails': {
    who: 'owner',
    input: { isOn: false },
    bad: [{ isOn: 'no' }, { language: 'fr' }],
    changes: ['merchants', 'audit_log'],
  },
  'merchant.changeRefundLimits': {
    who: 'owner',
    input: { staffRefundLimit: '500.00' },
    bad: [{ staffRefundLimit: '0' }, { staffRefundDayLimit: '1.001' }],
    changes: ['merchants', 'audit_log'],
  },
  'merchant.chooseCurrencies': {
    who: 'owner',
    input: () => ({ currencies: [nextCurrency()] }),
    bad: [{ currencies: ['ITL'] }, { currencies: 'JPY' }],
    changes: ['merchants', 'audit_log'],
  },
  'merchant.currencies': { who: 'signedInMember' },
  'merchant.current': { who: 'caller', newcomer: 404 },
  'merchant.customerMails': { who: 'signedInMember' },
  'merchant.goLive': {
    who: 'confirmedOwner',
    repeatStatus: 409,
    changes: ['merchants', 'integrations', 'audit_log'],
  },
  'merchant.onboard': {
    who: 'user',
    input: onboarding(),
    bad: [{ businessName: undefined }, { acceptedTerms: false }],
    // A person with a merchant cannot onboard a second one.
    expectedStatus: 409,
    newcomer: 'success',
    changes: [],
  },
  'merchant.profile': { who: 'caller', newcomer: 404 },
  'merchant.refundLimits': { who: 'signedInMember' },
  'merchant.update': {
    who: 'owner',
    input: () => ({ businessName: `Evil ${randomLetters()}` }),
    bad: [{ currency: 'ITL' }],
    changes: ['merchants', 'audit_log'],
  },

  'openai.analyze': {
    isForAccountants: true,
    who: 'member',
    input: { prompt },
    bad: [{ prompt: ' ' }],
    narrows: (id) => [{ prompt: id }],
    changes: [],
  },
  'openai.environmentAdvice': { who: 'user' },
  'openai.stream': {
    who: 'member',
    route: 'POST /api/openai/stream',
    input: { prompt },
    narrows: (id) => [{ prompt: id }],
  },
  // Without an OpenAI key, the server has no model that could respond.
  'openai.test': { who: 'user', expectedStatus: 503 },

  'listeners.stream': { who: 'keyAlone', route: 'GET /api/events/stream', isEndless: true },

  ...paymentLinkCalls,

  'preferences.current': { who: 'anyone' },
  'preferences.save': {
    who: 'user',
    input: { language: 'it' },
    bad: [{ language: 'de' }],
    changes: ['preferences'],
  },

  ...processorAccountCalls,

  ...moneyCalls,
  ...refundCalls,
  ...webhookEndpointCalls,

  'requestLog.list': {
    who: 'member',
    bad: [{ status: '9xx' }],
    narrows: (id) => [{ path: `/api/transactions/${id}` }, { keyPrefix: id }, { cursor: id }],
  },

  'service.health': { who: 'anyone', route: 'GET /healthz' },
  'service.openapi': { who: 'anyone', route: 'GET /api/openapi.json' },
  'service.ready': { who: 'anyone', route: 'GET /readyz' },

  'team.accept': {
    who: 'user',
    takes: { token: 'token' },
    // A member of one team cannot join another.
    expectedStatus: 409,
    newcomer: 'success',
    changes: [],
  },
  'team.changeRole': {
    who: 'confirmedOwner',
    takes: { userId: 'member' },
    input: { role: 'owner' },
    bad: [{ role: 'king' }],
    changes: ['merchant_members', 'audit_log'],
  },
  'team.invitation': { who: 'anyone', takes: { token: 'token' }, changes: [] },
  'team.invite': {
    who: 'confirmedOwner',
    input: { role: 'owner', email: attacker },
    bad: [{ role: 'king' }],
    changes: ['merchant_invitations', 'audit_log'],
  },
  'team.leave': {
    isForAccountants: true,
    who: 'signedInMember',
    changes: ['merchant_members', 'audit_log'],
    isLast: true,
  },
  'team.list': { who: 'signedInMember' },
  'team.names': { who: 'signedInMember', input: { actors: [] }, bad: [{ actors: 'user:1' }] },
  'team.remove': {
    who: 'owner',
    takes: { userId: 'member' },
    changes: ['merchant_members', 'audit_log'],
  },
  'team.revokeInvitation': {
    who: 'owner',
    takes: { id: 'invitation' },
    changes: ['merchant_invitations', 'audit_log'],
  },
  'team.role': { who: 'signedInMember' },

  // Changes nothing, because the payment's state at the processor is unchanged.
  'transactions.ask': { who: 'signedInMember', takes: { id: 'transaction' }, changes: [] },
  'transactions.capture': {
    who: 'member',
    takes: { id: 'authorized' },
    bad: [{ amount: '0' }],
    changes: [
      'audit_log',
      'sandbox_operations',
      'transaction_events',
      'transactions',
      'webhook_events',
    ],
  },
  'takings.export': {
    who: 'member',
    route: 'GET /api/takings/export',
    inputOf: 'takings.list',
    input: october,
  },
  'takings.list': {
    who: 'member',
    input: october,
    bad: [{ from: 'today' }, { currency: 'ITL' }],
  },

  'transactions.cardForm': { who: 'signedInMember' },
  'transactions.create': {
    who: 'member',
    input: payment(),
    bad: [{ amount: '0' }, { currency: 'ITL' }],
    changes: ['customers', 'transaction_events', 'transactions', 'webhook_events'],
  },
  'transactions.export': {
    who: 'member',
    route: 'GET /api/transactions/export',
    inputOf: 'transactions.list',
    narrows: paymentFilters,
    about: 'transaction',
  },
  'transactions.get': { who: 'member', takes: { id: 'transaction' } },
  'transactions.list': {
    who: 'member',
    bad: [{ limit: 10_000 }],
    narrows: (id) => [...paymentFilters(id), { cursor: id }],
    about: 'transaction',
  },
  'transactions.proof': { who: 'signedInMember', takes: { id: 'transaction' }, changes: [] },
  'transactions.row': { who: 'signedInMember', takes: { id: 'transaction' } },
  'transactions.rows': {
    who: 'signedInMember',
    bad: [{ limit: 10_000 }, { waitingFor: 'nothing' }],
    narrows: (id) => [...paymentFilters(id), { cursor: id }],
    about: 'transaction',
  },
  'transactions.summary': {
    who: 'signedInMember',
    bad: [{ status: 'paid' }],
    narrows: (id) => paymentFilters(id),
    about: 'transaction',
  },
  'transactions.updateStatus': {
    who: 'member',
    takes: { id: 'transaction' },
    input: { status: 'failed' },
    bad: [{ status: 'pending' }],
    changes: [
      'audit_log',
      'sandbox_operations',
      'transaction_events',
      'transactions',
      'webhook_events',
    ],
  },
  'transactions.changeAmount': {
    who: 'member',
    takes: { id: 'waiting' },
    input: { amount: '21.06' },
    bad: [{ amount: '0' }],
    changes: ['audit_log', 'transactions'],
  },
  'transactions.waiting': {
    who: 'signedInMember',
    bad: [{ status: 'pending' }],
    narrows: paymentFilters,
    about: 'transaction',
  },
  'transactions.void': {
    who: 'member',
    takes: { id: 'authorized' },
    changes: [
      'audit_log',
      'sandbox_operations',
      'transaction_events',
      'transactions',
      'webhook_events',
    ],
  },

  'notices.choices': { who: 'signedInMember' },
  'notices.choose': {
    isForAccountants: true,
    who: 'signedInMember',
    input: { kind: 'dispute_opened', choice: 'none' },
    bad: [{ kind: 'weather' }, { choice: 'pigeon' }],
    changes: ['notice_choices'],
  },
  'notices.list': {
    who: 'signedInMember',
    bad: [{ kind: 'weather' }, { limit: 0 }],
    narrows: (id) => [{ cursor: id }],
    about: 'notice',
  },
  'notices.markAllRead': {
    isForAccountants: true,
    who: 'signedInMember',
    needs: ['notice'],
    changes: ['notice_reads'],
  },
  'notices.markRead': {
    isForAccountants: true,
    who: 'signedInMember',
    takes: { id: 'notice' },
    changes: ['notice_reads'],
  },
  'notices.summary': { who: 'signedInMember', bad: [{ kind: 'weather' }] },

  'views.list': { who: 'signedInMember', bad: [{ list: 'customers' }] },
  'views.remove': {
    isForAccountants: true,
    who: 'signedInMember',
    takes: { id: 'view' },
    repeatStatus: 404,
    changes: ['saved_views'],
  },
  'views.rename': {
    isForAccountants: true,
    who: 'signedInMember',
    takes: { id: 'view' },
    input: { name: 'Evil' },
    bad: [{ name: '' }],
    changes: ['saved_views'],
  },
  'views.save': {
    isForAccountants: true,
    who: 'signedInMember',
    input: { list: 'refunds', name: 'Evil', search: { status: 'failed' } },
    repeatStatus: 409,
    bad: [{ name: '' }, { search: { note: '4242424242424242' } }, { list: 'customers' }],
    changes: ['saved_views'],
  },

  'webhooks.get': { who: 'member', takes: { id: 'event' } },
  'webhooks.list': {
    who: 'member',
    bad: [{ status: 'lost' }],
    narrows: (id) => [{ cursor: id }],
    about: 'event',
  },
  'webhooks.objects': { who: 'member', input: { ids: [] }, bad: [{ ids: 'evt' }] },
  'webhooks.replay': {
    who: 'member',
    takes: { id: 'event' },
    bad: [{ dryRun: true }],
    changes: ['audit_log'],
  },
  'webhooks.replayMany': {
    who: 'member',
    input: { dryRun: false, status: 'success' },
    bad: [{ dryRun: undefined }],
    changes: ['audit_log'],
  },
  'webhooks.test': {
    who: 'member',
    input: { eventType: 'payment.failed' },
    bad: [{ eventType: 'payment.lost' }],
    changes: ['webhook_events'],
  },
}

/** Calls of the sign-in that change something, by their path under `/api/auth`. */
export const signInCalls: Record<string, SignInRow> = {
  'sign-up/email': {
    input: () => ({ email: attacker, password: PASSWORD, name: 'Evil' }),
    texts: ['image', 'callbackURL'],
  },
  'sign-in/email': {
    input: ({ email }) => ({ email, password: PASSWORD }),
    texts: ['callbackURL'],
  },
  'sign-in/oauth2': { input: () => ({ providerId: 'google' }) },
  'sign-out': { input: () => ({}) },
  'change-password': {
    input: () => ({ currentPassword: PASSWORD, newPassword, revokeOtherSessions: true }),
  },
  'request-password-reset': { input: ({ email }) => ({ email }), texts: ['redirectTo'] },
  'reset-password': { input: ({ token }) => ({ token, newPassword }) },
  'send-verification-email': { input: ({ email }) => ({ email }), texts: ['callbackURL'] },
  'two-factor/enable': { input: () => ({ password: PASSWORD }), texts: ['issuer'] },
  'two-factor/disable': { input: () => ({ password: PASSWORD }) },
  'two-factor/generate-backup-codes': { input: () => ({ password: PASSWORD }) },
  'two-factor/verify-totp': { input: () => ({ code: '123456' }) },
  'two-factor/verify-backup-code': { input: () => ({ code: 'abcde-fghij' }) },
}
