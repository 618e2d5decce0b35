import { type DocsOf, describeSchema } from '#server/core/calls/docs.ts'
import type { environmentRouter } from './environment.router.ts'
import { EnvironmentCheck, EnvironmentConfig, EnvironmentStatus } from './environment.schema.ts'

export const environmentDocs = {
  tag: { name: 'Environment', description: 'Environment of this server. For signed-in people.' },
  outputs: {
    EnvironmentCheck: describeSchema(EnvironmentCheck),
    EnvironmentConfig: describeSchema(EnvironmentConfig, {
      description: 'Environment of this server.',
      fields: { currentEnvironment: 'The value of `APP_ENV`' },
      example: { currentEnvironment: 'production' },
    }),
    EnvironmentStatus: describeSchema(EnvironmentStatus, {
      example: {
        database: {
          status: 'healthy',
          message: 'The database responds and its schema is up to date.',
          details: [
            { label: 'Kind', value: 'SQLite 3.53.2' },
            { label: 'Query time', value: '1 ms' },
          ],
          fix: null,
        },
        openai: {
          status: 'warning',
          message: 'Not configured: no model can be asked.',
          details: [],
          fix: 'Set `OPENAI_API_KEY`, and for another provider `OPENAI_BASE_URL` and `OPENAI_MODEL`, then restart the server.',
        },
        clerk: {
          status: 'healthy',
          message: 'Not in use: this server signs people in itself.',
          details: [{ label: 'Sign-in', value: 'E-mail and password' }],
          fix: null,
        },
        webhooks: {
          status: 'healthy',
          message: 'Every event has been delivered.',
          details: [{ label: 'Endpoint', value: 'shop.example.com' }],
          fix: null,
        },
        environment: 'production',
        version: '1.0.0',
        lastUpdated: '2026-01-31T10:20:30.123Z',
      },
    }),
  },
} satisfies DocsOf<typeof environmentRouter>
