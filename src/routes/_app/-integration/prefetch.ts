import { queries } from '../../../trpc.ts'
import { recentInput } from './integration-search.ts'

export const prefetchIntegration = () => {
  void queries.integrations.list.prefetch()
  void queries.team.role.prefetch()
  void queries.webhooks.list.prefetch(recentInput)
}
