import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { IntegrationPage } from './-integration/integration-page.tsx'
import {
  IntegrationSearch,
  integrationDefaults,
  prefetchIntegration,
} from './-integration/integration-search.ts'

export const Route = createFileRoute('/_app/integration')({
  validateSearch: IntegrationSearch,
  search: { middlewares: [stripSearchParams(integrationDefaults)] },
  loader: prefetchIntegration,
  component: IntegrationRoute,
})

function IntegrationRoute() {
  return <IntegrationPage search={Route.useSearch()} />
}
