import { type DocsOf, describeSchema } from '#server/core/calls/docs.ts'
import type { integrationsRouter } from './integrations.router.ts'
import {
  ConnectionCheck,
  ConnectionTest,
  Integration,
  RotatedSecret,
  UpdatedIntegration,
  UpdateIntegration,
} from './integrations.schema.ts'

const id = 'int_01K94B7C8D1A2B3C4D5E6F7G8H'

export const integrationsDocs = {
  tag: {
    name: 'Integrations',
    description: 'How programs of the merchant are connected. For signed-in people.',
  },
  parameters: { id: { description: 'The id of the integration (`int_…`)', example: id } },
  inputs: {
    IntegrationChange: describeSchema(UpdateIntegration, { example: { version: 'v2' } }),
  },
  outputs: {
    ConnectionCheck: describeSchema(ConnectionCheck, {
      description: 'One part of what a delivery needs.',
      fields: {
        durationMs: 'How long the check took',
        message: 'What was found',
        fix: 'What to do about it; null when there is nothing to do',
      },
    }),
    ConnectionTest: describeSchema(ConnectionTest, {
      description: 'What a test of the connection found.',
      fields: { success: 'Whether no check failed' },
      example: {
        success: true,
        checks: [
          {
            name: 'endpoint',
            status: 'ok',
            durationMs: 84,
            message: 'The endpoint answered 200.',
            fix: null,
          },
        ],
      },
    }),
    Integration: describeSchema(Integration, {
      description: 'The connection of the merchant’s own programs.',
      fields: {
        baseUrl: 'Where this API is',
        version: 'The version that new keys and webhooks speak',
        webhookUrl: 'Where events are to be sent; null for nowhere',
        disabledAt: 'Since when it is switched off; null when it is not',
        secretLast4: 'How the signing secret ends; null when there is none',
        lastSync: 'When it was last known to work',
      },
      example: {
        id,
        name: 'Incasso',
        baseUrl: 'http://127.0.0.1:3000',
        version: 'v1',
        webhookUrl: null,
        disabledAt: null,
        secretLast4: null,
        lastSync: null,
      },
    }),
    RotatedSecret: describeSchema(RotatedSecret, {
      description: 'A new signing secret.',
      example: { secret: 'whsec_…', previousExpiresAt: '2026-02-01T20:00:00.000Z' },
    }),
    UpdatedIntegration: describeSchema(UpdatedIntegration, {
      description: 'The integration as it became.',
      example: {
        id,
        name: 'Incasso',
        baseUrl: 'https://pay.example.com',
        version: 'v1',
        webhookUrl: 'https://barcentrale.example/webhooks',
        disabledAt: null,
        secretLast4: 'k9Q=',
        lastSync: '2026-01-31T19:20:31.000Z',
        secret: null,
      },
    }),
  },
} satisfies DocsOf<typeof integrationsRouter>
