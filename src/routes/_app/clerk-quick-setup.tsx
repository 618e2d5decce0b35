import { createFileRoute } from '@tanstack/react-router'
import { variant } from '../../lib/app-variant.ts'
import { ClerkQuickPage } from './-clerk-quick/clerk-quick-page.tsx'
import { EnvironmentPage } from './-environment/environment-page.tsx'

export const Route = createFileRoute('/_app/clerk-quick-setup')({
  staticData: { needsMerchant: false },
  component: ClerkQuickSetup,
})

function ClerkQuickSetup() {
  return variant === 'development' ? <EnvironmentPage /> : <ClerkQuickPage />
}
