import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRootRoute, Outlet, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { styleNonce } from '../lib/nonce.ts'
import { cssVariables, theme } from '../theme.ts'
import { client, queryClient, trpc } from '../trpc.ts'

export const Route = createRootRoute({ component: Root })

function Root() {
  useFocusOnNavigation()
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      <trpc.Provider client={client} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <Outlet />
        </QueryClientProvider>
      </trpc.Provider>
    </MantineProvider>
  )
}

/** A new page is announced by its title. The first load is left to the browser. */
function useFocusOnNavigation() {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return
        document.querySelector('h1')?.focus({ preventScroll: true })
      }),
    [router],
  )
}
