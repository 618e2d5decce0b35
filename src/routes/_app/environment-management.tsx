import { createFileRoute } from '@tanstack/react-router'
import { EnvironmentPage } from './-environment/environment-page.tsx'

export const Route = createFileRoute('/_app/environment-management')({
  staticData: { needsMerchant: false },
  component: EnvironmentPage,
})
