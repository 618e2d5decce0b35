import { notifications } from '@mantine/notifications'
import {
  createMemoryHistory,
  createRouter,
  type RouterHistory,
  RouterProvider,
} from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { router } from '#client/router.tsx'
import { queryClient } from '#client/trpc.ts'

export type Screen = { history: RouterHistory; close: () => void }

/** The product as it mounts, with nothing left of what was on show before. */
export function openScreen(path: string): Screen {
  forget()
  const element = document.createElement('div')
  element.id = 'root'
  document.body.append(element)
  const history = createMemoryHistory({ initialEntries: [path] })
  const root = createRoot(element)
  root.render(
    <StrictMode>
      <RouterProvider router={createRouter({ ...router.options, history })} />
    </StrictMode>,
  )
  return {
    history,
    close: () => {
      root.unmount()
      element.remove()
      forget()
    },
  }
}

/** What a browser forgets when it loads a page anew. */
function forget() {
  queryClient.clear()
  notifications.cleanQueue()
  notifications.clean()
}
