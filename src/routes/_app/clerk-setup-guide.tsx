import { createFileRoute } from '@tanstack/react-router'
import { ClerkSetupPage } from './-clerk-setup/clerk-setup-page.tsx'

export const Route = createFileRoute('/_app/clerk-setup-guide')({
  staticData: { needsMerchant: false },
  component: ClerkSetupPage,
})
