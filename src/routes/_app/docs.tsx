import { createFileRoute } from '@tanstack/react-router'
import { DocsPage } from './-docs/docs-page.tsx'

export const Route = createFileRoute('/_app/docs')({
  staticData: { needsMerchant: false },
  component: DocsPage,
})
