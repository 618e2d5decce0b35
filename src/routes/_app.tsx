import { createFileRoute, Outlet } from '@tanstack/react-router'
import { RequireMerchant } from '../features/session/require-merchant.tsx'
import { useSignedIn } from '../features/session/signed-in.ts'
import { AppFrame } from '../features/shell/app-frame.tsx'
import { queries } from '../trpc.ts'

export const Route = createFileRoute('/_app')({
  // Started here, not awaited: the page's own data then travels in the same request.
  loader: () => {
    void queries.identity.current.prefetch()
    void queries.merchant.current.prefetch()
  },
  component: AppLayout,
})

function AppLayout() {
  return (
    <RequireMerchant>
      <Framed />
    </RequireMerchant>
  )
}

function Framed() {
  const { user } = useSignedIn()
  return (
    <AppFrame user={user}>
      <Outlet />
    </AppFrame>
  )
}
