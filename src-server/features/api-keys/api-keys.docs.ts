import { type DocsOf, describeSchema } from '#server/core/calls/docs.ts'
import type { apiKeysRouter } from './api-keys.router.ts'
import { ApiKey, CreatedApiKey, NewApiKey, RotateApiKey } from './api-keys.schema.ts'

export const apiKey: ApiKey = {
  id: 'key_01KGA2Z9YX3W4V5T6S7R8Q9P0N',
  name: 'Till',
  prefix: 'sk_test_4fGh',
  last4: 'x7Qz',
  scopes: ['read', 'write'],
  version: 'v1',
  replaces: null,
  createdAt: '2026-01-31T18:00:00.000Z',
  expiresAt: null,
  lastUsedAt: '2026-01-31T19:20:00.000Z',
}

const created: CreatedApiKey = { ...apiKey, lastUsedAt: null, secret: 'sk_test_4fGh…x7Qz' }

const fields = {
  prefix: 'Beginning of the key',
  last4: 'End of the key',
  version: 'The version that the key speaks',
  replaces: 'Id of the key that this key replaces',
  expiresAt: 'Time at which the key expires; null for never',
  lastUsedAt: 'Time of the last call, to about a minute',
}

export const apiKeysDocs = {
  tag: {
    name: 'API keys',
    description: 'Keys with which programs call this API. For signed-in owners.',
  },
  parameters: {
    id: { description: 'The id of the key (`key_…`), not the key itself', example: apiKey.id },
  },
  inputs: {
    KeyRotation: describeSchema(RotateApiKey, { example: { overlapDays: 2 } }),
    NewApiKey: describeSchema(NewApiKey, {
      example: { name: 'Till', scopes: ['read', 'write'], expiresAt: '2027-01-31T00:00:00Z' },
    }),
  },
  outputs: {
    ApiKey: describeSchema(ApiKey, {
      description: 'An API key without its secret.',
      fields,
      example: apiKey,
    }),
    CreatedApiKey: describeSchema(CreatedApiKey, {
      description: 'An API key with its secret, which no other answer holds.',
      fields,
      example: created,
    }),
  },
  calls: {
    rotate: {
      responses: {
        rotated: {
          summary: 'The new key, which names the old one',
          value: { ...created, replaces: 'key_01K94BZZZZ3W4V5T6S7R8Q9P0N' },
        },
      },
    },
  },
} satisfies DocsOf<typeof apiKeysRouter>
