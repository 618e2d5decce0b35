import { Nothing } from '../../shared/text.ts'
import { router, user } from '../../trpc.ts'
import { MigrationStatus, ProductionGuide } from './clerk.schema.ts'
import { migrationStatus, productionGuide } from './clerk-guides.ts'

export const clerkRouter = router({
  productionGuide: user
    .meta({
      rest: {
        method: 'GET',
        path: '/api/clerk/production-guide',
        summary: 'Get the guide to production with Clerk',
        description:
          'In Italian, for this configuration. A model that fails is told in `error`, with `success` false.',
      },
    })
    .input(Nothing)
    .output(ProductionGuide)
    .query(({ ctx }) => productionGuide(ctx)),
  migrationStatus: user
    .meta({
      rest: {
        method: 'GET',
        path: '/api/clerk/migration-status',
        summary: 'See what a migration to Clerk in production needs',
        description: 'In Italian, from this configuration. The secret key is masked.',
      },
    })
    .input(Nothing)
    .output(MigrationStatus)
    .query(({ ctx }) => migrationStatus(ctx)),
})
