import { queries } from '#client/trpc.ts'

export const recentInput = { limit: 5 }

export function prefetchDashboard() {
  // The get-started list needs the role before anything else is drawn.
  void queries.team.role.prefetch()
  void queries.dashboard.today.prefetch()
  void queries.dashboard.stats.prefetch()
  void queries.dashboard.recent.prefetch()
  void queries.transactions.rows.prefetch(recentInput)
  void queries.analytics.transactionsVolume.prefetch()
  void queries.analytics.methodTypes.prefetch()
}
