import type { Row } from './support/call-row.ts'

/** Rows for the calls about webhook endpoints; `calls` contains them. */
export const webhookEndpointCalls: Record<string, Row> = {
  'webhookEndpoints.create': {
    who: 'ownerOrKey',
    input: { url: 'https://shop.example.com/hooks' },
    bad: [
      { url: '' },
      { events: [] },
      { events: ['payment.lost'] },
      { events: ['*', 'payment.failed'] },
    ],
    changes: ['webhook_endpoints', 'integrations', 'audit_log'],
  },
  'webhookEndpoints.delete': {
    who: 'ownerOrKey',
    takes: { id: 'endpoint' },
    repeatStatus: 404,
    keyStatus: 404,
    changes: ['webhook_endpoints', 'integrations', 'audit_log'],
  },
  'webhookEndpoints.get': { who: 'member', takes: { id: 'endpoint' }, keyStatus: 404 },
  'webhookEndpoints.keys': { who: 'signedInMember' },
  'webhookEndpoints.list': { who: 'member' },
  'webhookEndpoints.rotateSecret': {
    who: 'confirmedOwnerOrKey',
    takes: { id: 'endpoint' },
    keyStatus: 404,
    bad: [{ secret: 'x' }],
    changes: ['webhook_endpoints', 'audit_log'],
  },
  'webhookEndpoints.test': {
    who: 'member',
    takes: { id: 'endpoint' },
    keyStatus: 404,
    input: { eventType: 'payment.failed' },
    bad: [{ eventType: 'payment.lost' }],
    changes: ['webhook_events'],
  },
  'webhookEndpoints.update': {
    who: 'ownerOrKey',
    takes: { id: 'endpoint' },
    keyStatus: 404,
    input: { events: ['payment.failed'] },
    bad: [{ version: 'v9' }, { url: '' }, { status: 'gone' }],
    changes: ['webhook_endpoints', 'integrations', 'audit_log'],
  },
}
