import { createFileRoute } from '@tanstack/react-router'
import { LegalPage } from './-reading/legal-page.tsx'
import { LegalSearch, languageOf } from './-reading/legal-search.ts'

export const Route = createFileRoute('/privacy')({
  validateSearch: LegalSearch,
  component: PrivacyRoute,
})

function PrivacyRoute() {
  return <LegalPage name="privacy" language={languageOf(Route.useSearch())} />
}
