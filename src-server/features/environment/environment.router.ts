import { router, user } from '#server/core/calls/trpc.ts'
import { NoInput } from '#server/shared/text/text.ts'
import { EnvironmentConfig, EnvironmentStatus } from './environment.schema.ts'
import { readStatus } from './read-status.ts'

export const environmentRouter = router({
  config: user
    .meta({
      rest: {
        method: 'GET',
        path: '/api/environment/config',
        summary: 'Read the environment',
        description: 'Environment of the server, from its setting `APP_ENV`.',
      },
    })
    .input(NoInput)
    .output(EnvironmentConfig)
    .query(({ ctx }) => ({ currentEnvironment: ctx.config.environment })),
  status: user
    .meta({
      rest: {
        method: 'GET',
        path: '/api/environment/status',
        summary: 'Check the environment',
        description:
          'Checks the database, the model, the identity provider and the webhook queue at once, for at most two seconds each. Returns 200 also when something fails, and while the database does not respond.',
      },
    })
    .input(NoInput)
    .output(EnvironmentStatus)
    .query(({ ctx }) => readStatus(ctx)),
})
