import { createFileRoute, Outlet } from '@tanstack/react-router'
import { DemoMark } from '../features/demo/demo-mark.tsx'
import { LiveProvider } from '../features/live/live-provider.tsx'
import { LiveTag } from '../features/live/live-tag.tsx'
import { CommandCenter } from '../features/palette/command-center.tsx'
import { RequireMerchant } from '../features/session/require-merchant.tsx'
import { useSignedIn } from '../features/session/signed-in.ts'
import { AppFrame } from '../features/shell/app-frame.tsx'
import { mainNavigation } from '../features/shell/navigation.ts'
import { useOnline } from '../features/shell/use-online.ts'
import { useSignOut } from '../features/shell/use-sign-out.ts'
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
  const { user, merchant } = useSignedIn()
  const signOut = useSignOut()
  return (
    <LiveProvider merchantId={merchant.id} isOnline={useOnline()}>
      <AppFrame
        user={user}
        mark={<DemoMark />}
        tools={<CommandCenter pages={mainNavigation} onSignOut={() => void signOut()} />}
        liveness={<LiveTag />}
      >
        <Outlet />
      </AppFrame>
    </LiveProvider>
  )
}
