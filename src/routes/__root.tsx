import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRootRoute, Outlet, useLocation } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue } from 'react'
import { SpinnerScreen } from '../components/spinner-screen.tsx'
import { delayOf, SHELL_DELAY_MS, variant } from '../lib/app-variant.ts'
import { ClerkHost } from '../lib/clerk/clerk-host.tsx'
import { config, styleNonce } from '../lib/config.ts'
import { useAfter } from '../lib/hooks/use-after.ts'
import { cssVariables, theme } from '../theme.ts'
import { client, queryClient, trpc } from '../trpc.ts'

export const Route = createRootRoute({ component: Root })

function Root() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      <trpc.Provider client={client} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <ShellDelay>
            <Outlet />
          </ShellDelay>
          {config.identity === 'clerk' && <ClerkHost />}
        </QueryClientProvider>
      </trpc.Provider>
    </MantineProvider>
  )
}

type Props = { children: ReactNode }

/**
 * Shows a spinner for the first second after loading, except on paths with delay 0. Routes, session, merchant
 * and data load meanwhile, so that the first frame and page appear complete.
 */
function ShellDelay({ children }: Props) {
  // Deferred, so that React renders the frame and the page in short steps.
  const hasDelayPassed = useDeferredValue(useAfter(SHELL_DELAY_MS))
  const pathname = useLocation({ select: (location) => location.pathname })
  return hasDelayPassed || delayOf(variant, pathname) === 0 ? children : <SpinnerScreen />
}
