import '@mantine/core/styles.layer.css'
import './global.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { shareStyleNonce } from './lib/config.ts'
import { router } from './router.tsx'

shareStyleNonce()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root element')

// As a transition, React draws the first screen in short steps, between which the browser responds to input.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  ),
)
