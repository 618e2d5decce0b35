import { createFileRoute } from '@tanstack/react-router'
import { LegalPage } from './-reading/legal-page.tsx'
import { LegalSearch, languageOf } from './-reading/legal-search.ts'

export const Route = createFileRoute('/terms')({
  validateSearch: LegalSearch,
  component: TermsRoute,
})

function TermsRoute() {
  return <LegalPage name="terms" language={languageOf(Route.useSearch())} />
}
