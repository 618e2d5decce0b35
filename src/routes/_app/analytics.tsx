import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { queries } from '../../trpc.ts'
import { AnalyticsPage } from './-analytics/analytics-page.tsx'
import { analyticsDefaults, AnalyticsSearch, seriesInput } from './-analytics/analytics-search.ts'

export const Route = createFileRoute('/_app/analytics')({
  validateSearch: AnalyticsSearch,
  search: { middlewares: [stripSearchParams(analyticsDefaults)] },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => {
    void queries.analytics.revenue.prefetch(seriesInput(deps))
    void queries.analytics.successRate.prefetch(seriesInput(deps))
    void queries.analytics.summary.prefetch({ currency: deps.currency })
    void queries.dashboard.stats.prefetch()
  },
  component: AnalyticsRoute,
})

function AnalyticsRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <AnalyticsPage
      search={search}
      onChange={(changed) =>
        void navigate({ search: (before) => ({ ...before, ...changed }), resetScroll: false })
      }
    />
  )
}
