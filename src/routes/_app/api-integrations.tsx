import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { IntegrationPage } from './-integration/integration-page.tsx'
import {
  IntegrationSearch,
  integrationDefaults,
  prefetchIntegration,
} from './-integration/integration-search.ts'

export const Route = createFileRoute('/_app/api-integrations')({
  validateSearch: IntegrationSearch,
  search: { middlewares: [stripSearchParams(integrationDefaults)] },
  loader: prefetchIntegration,
  component: ApiIntegrationsRoute,
})

function ApiIntegrationsRoute() {
  return <IntegrationPage search={Route.useSearch()} />
}
