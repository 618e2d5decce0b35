import { queries } from '#client/trpc.ts'

export const recentInput = { limit: 5 }

export function prefetchDashboard() {
  void queries.dashboard.today.prefetch()
  void queries.dashboard.stats.prefetch()
  void queries.dashboard.recent.prefetch()
  void queries.transactions.list.prefetch(recentInput)
  void queries.analytics.transactionsVolume.prefetch()
  void queries.analytics.paymentMethods.prefetch()
  void queries.team.role.prefetch()
}
