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

/** Mounts the product at this path, without state of an earlier page. */
export function openScreen(path: string): Screen {
  clearClientState()
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
      clearClientState()
    },
  }
}

/** Clears the state that a browser drops when it loads a page. */
function clearClientState() {
  queryClient.clear()
  notifications.cleanQueue()
  notifications.clean()
}
