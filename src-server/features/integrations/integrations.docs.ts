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
    description:
      'Connection of the merchant’s programs: URLs, secrets and tests. For signed-in people.',
  },
  parameters: { id: { description: 'The id of the integration (`int_…`)', example: id } },
  inputs: {
    IntegrationChange: describeSchema(UpdateIntegration, { example: { version: 'v2' } }),
  },
  outputs: {
    ConnectionCheck: describeSchema(ConnectionCheck, {
      description: 'Check of one requirement of a delivery.',
      fields: {
        durationMs: 'Duration of the check',
        message: 'Result of the check',
        fix: 'Next step that solves it; null when nothing is to be done',
      },
    }),
    ConnectionTest: describeSchema(ConnectionTest, {
      description: 'Result of a test of the connection.',
      fields: { success: 'True when no check failed' },
      example: {
        success: true,
        checks: [
          {
            name: 'endpoint',
            status: 'ok',
            durationMs: 84,
            message: 'The endpoint responded with 200.',
            fix: null,
          },
        ],
      },
    }),
    Integration: describeSchema(Integration, {
      description: 'The connection of the merchant’s own programs.',
      fields: {
        baseUrl: 'Base URL of this API',
        version: 'The version that new keys and webhooks speak',
        webhookUrl: 'URL to which events are sent; null when there is none',
        disabledAt: 'Time at which it was switched off; null while it is on',
        secretLast4: 'End of the signing secret; null when there is none',
        lastSync: 'Time of the last successful delivery or test',
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
      description: 'The changed integration.',
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
