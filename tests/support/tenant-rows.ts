import { onboarding, payment } from './make.ts'

/** How a call is made with an id of somebody else. */
export type TenantRow = {
  /** Inputs in which the id names what is asked for: it must be refused. */
  names?: (id: string) => object[]
  /** Inputs in which it narrows or goes on: nothing may be found by it. */
  narrows?: (id: string) => object[]
  /** An input that works, or would for those who may; the answer holds nothing of anybody else. */
  plain?: object
  /** Its answer has no end, so only its beginning is read. */
  isEndless?: true
}

const byId = (more: object = {}) => ({ names: (id: string) => [{ id, ...more }] })
const search = (id: string) => [{ search: id }, { cursor: id }]

const exported = (id: string) => [{ search: id }, { customerId: id }]
const audited = (id: string) => [{ objectId: id }, { actor: `user:${id}` }, { actor: `key:${id}` }]

/**
 * Every operation of the API's document and every procedure of the page's door by its name. One that is
 * missing fails the drill: say here where it takes ids. What is added to each is the id as `merchantId`.
 */
export const tenantRows: Record<string, TenantRow> = {
  'analytics.paymentMethods': { plain: {} },
  'analytics.revenue': { plain: {} },
  'analytics.successRate': { plain: {} },
  'analytics.summary': { plain: {} },
  'analytics.transactionsVolume': { plain: {} },
  'apiKeys.create': { plain: { name: 'Mine' } },
  'apiKeys.list': { plain: {} },
  'apiKeys.revoke': byId(),
  'apiKeys.rotate': byId({ overlapDays: 0 }),
  'auditLog.export': { narrows: audited, plain: {} },
  'auditLog.list': { narrows: (id) => [...audited(id), { cursor: id }], plain: {} },
  'clerk.migrationStatus': { plain: {} },
  'clerk.productionGuide': { plain: {} },
  'customers.create': { plain: { name: 'Mine', email: 'mine@example.com' } },
  'customers.erase': byId(),
  'customers.get': byId(),
  'customers.list': { narrows: search, plain: {} },
  'customers.totals': { narrows: (id) => [{ ids: [id] }], plain: { ids: ['cus_none'] } },
  'customers.update': byId({ name: 'Taken' }),
  'dashboard.stats': { plain: {} },
  'demo.create': { plain: { timezone: 'UTC' } },
  'demo.remove': {},
  'demo.state': { plain: {} },
  'environment.config': { plain: {} },
  'environment.status': { plain: {} },
  'events.changes': { narrows: (id) => [{ lastEventId: id }], isEndless: true },
  'identity.confirm': {},
  'identity.current': { plain: {} },
  'identity.endOtherSessions': {},
  'identity.endSession': { names: (id) => [{ sessionId: id }] },
  'identity.methods': { plain: {} },
  'identity.rename': { plain: { firstName: 'Mallory' } },
  'identity.sessions': { plain: {} },
  'integrations.list': { plain: {} },
  'integrations.rotateSecret': byId(),
  'integrations.test': byId(),
  'integrations.update': byId({ version: 'v2' }),
  'legal.privacy': { plain: {} },
  'legal.terms': { plain: {} },
  'merchant.current': { plain: {} },
  'merchant.onboard': { plain: onboarding() },
  'merchant.profile': { plain: {} },
  'merchant.update': { plain: { businessName: 'Mine' } },
  'openai.analyze': { narrows: (id) => [{ prompt: id }], plain: { prompt: 'Who paid most?' } },
  'openai.environmentAdvice': { plain: {} },
  'openai.stream': { narrows: (id) => [{ prompt: id }], plain: { prompt: 'Who paid most?' } },
  'openai.test': { plain: {} },
  'requestLog.list': {
    narrows: (id) => [{ path: `/api/transactions/${id}` }, { keyPrefix: id }, { cursor: id }],
    plain: {},
  },
  'service.health': { plain: {} },
  'service.openapi': { plain: {} },
  'service.ready': { plain: {} },
  'team.accept': { names: (id) => [{ token: id }] },
  'team.changeRole': { names: (id) => [{ userId: id, role: 'staff' }] },
  'team.invitation': { names: (id) => [{ token: id }] },
  'team.invite': { plain: { role: 'staff' } },
  'team.leave': {},
  'team.list': { plain: {} },
  'team.remove': { names: (id) => [{ userId: id }] },
  'team.revokeInvitation': byId(),
  'team.role': { plain: {} },
  'transactions.create': { plain: payment() },
  'transactions.create.payments': { plain: payment() },
  'transactions.export': { narrows: exported, plain: {} },
  'transactions.get': byId(),
  'transactions.list': { narrows: (id) => [...exported(id), { cursor: id }], plain: {} },
  'transactions.updateStatus': byId({ status: 'failed' }),
  'webhooks.get': byId(),
  'webhooks.list': { narrows: (id) => [{ cursor: id }], plain: {} },
  'webhooks.replay': byId(),
  'webhooks.replayMany': { plain: { dryRun: false } },
  'webhooks.test': { plain: { eventType: 'integration.test' } },
}

/** What an area of the API is about, for when each call is tried with one id alone. */
export const kindOfArea: Record<string, string> = {
  apiKeys: 'api_keys.id',
  auditLog: 'audit_log.id',
  customers: 'customers.id',
  identity: 'auth_sessions.id',
  integrations: 'integrations.id',
  team: 'merchant_members.subject',
  transactions: 'transactions.id',
  webhooks: 'webhook_events.id',
}
