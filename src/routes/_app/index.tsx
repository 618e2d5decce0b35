import { createFileRoute } from '@tanstack/react-router'
import { DashboardPage } from './-dashboard/dashboard-page.tsx'
import { prefetchDashboard } from './-dashboard/prefetch.ts'

export const Route = createFileRoute('/_app/')({
  staticData: { hasLanding: true },
  loader: prefetchDashboard,
  component: DashboardPage,
})
