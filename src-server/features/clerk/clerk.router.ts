import { router, user } from '#server/core/calls/trpc.ts'
import { NoInput } from '#server/shared/text/text.ts'
import { MigrationStatus, ProductionGuide } from './clerk.schema.ts'
import { readMigrationStatus, writeProductionGuide } from './clerk-guides.ts'

export const clerkRouter = router({
  productionGuide: user
    .meta({
      rest: {
        method: 'GET',
        path: '/api/clerk/production-guide',
        summary: 'Get the guide to production with Clerk',
        description:
          'In Italian, for this configuration. When the model fails, `error` says why and `success` is false.',
      },
    })
    .input(NoInput)
    .output(ProductionGuide)
    .query(({ ctx }) => writeProductionGuide(ctx)),
  migrationStatus: user
    .meta({
      rest: {
        method: 'GET',
        path: '/api/clerk/migration-status',
        summary: 'See what a migration to Clerk in production needs',
        description: 'In Italian, from this configuration. The secret key is masked.',
      },
    })
    .input(NoInput)
    .output(MigrationStatus)
    .query(({ ctx }) => readMigrationStatus(ctx)),
})
