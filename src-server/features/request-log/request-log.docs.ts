import { type DocsOf, describeSchema } from '#server/core/calls/docs.ts'
import { apiKey } from '../api-keys/api-keys.docs.ts'
import { transaction } from '../transactions/transactions.docs.ts'
import type { requestLogRouter } from './request-log.router.ts'
import { LoggedRequest } from './request-log.schema.ts'

export const requestLogDocs = {
  tag: { name: 'Request log', description: 'The last calls of API keys.' },
  parameters: {
    method: { description: 'Only this HTTP method' },
    status: { description: 'Only this status' },
    keyPrefix: { description: 'Only calls of this key', example: apiKey.prefix },
    path: { example: '/api/payments' },
  },
  outputs: {
    LoggedRequest: describeSchema(LoggedRequest, {
      description: 'A call of an API key.',
      fields: {
        keyPrefix: 'Beginning of the key',
        durationMs: 'Time from the first byte of the request to the last byte of the response',
        requestId: 'Id of the request in the server’s log',
        reason:
          'Reason of a refusal: the `reason` of the problem, or its `code`; null when the request was not refused',
      },
      example: {
        id: 'log_01KGA3M2QZ0A1B2C3D4E5F6G7H',
        at: transaction.createdAt,
        method: 'POST',
        path: '/api/payments',
        status: 201,
        durationMs: 6,
        keyPrefix: apiKey.prefix,
        idempotencyKey: 'order-2107',
        requestId: 'req_8Zk2mQ4xT7vB1nC5',
        reason: null,
      },
    }),
  },
} satisfies DocsOf<typeof requestLogRouter>
