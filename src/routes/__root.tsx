import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRootRoute, Outlet } from '@tanstack/react-router'
import { ShellDelay } from '../features/shell/shell-delay.tsx'
import { ClerkHost } from '../lib/clerk/clerk-host.tsx'
import { config } from '../lib/config.ts'
import { styleNonce } from '../lib/nonce.ts'
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
