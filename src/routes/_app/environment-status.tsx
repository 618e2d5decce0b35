import { createFileRoute } from '@tanstack/react-router'
import { StatusPage } from './-environment-status/status-page.tsx'

export const Route = createFileRoute('/_app/environment-status')({
  staticData: { needsMerchant: false, opensOnFailure: true },
  component: StatusPage,
})
