import { createFileRoute } from '@tanstack/react-router'
import { variant } from '../../lib/app-variant.ts'
import { ClerkVisualPage } from './-clerk-visual/clerk-visual-page.tsx'
import { EnvironmentPage } from './-environment/environment-page.tsx'

export const Route = createFileRoute('/_app/clerk-visual-guide')({
  staticData: { needsMerchant: false },
  component: ClerkVisualGuide,
})

function ClerkVisualGuide() {
  return variant === 'development' ? <EnvironmentPage /> : <ClerkVisualPage />
}
