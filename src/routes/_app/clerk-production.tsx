import { createFileRoute } from '@tanstack/react-router'
import { ClerkProductionPage } from './-clerk-production/clerk-production-page.tsx'

export const Route = createFileRoute('/_app/clerk-production')({
  staticData: { needsMerchant: false, needsSession: true },
  component: ClerkProductionPage,
})
