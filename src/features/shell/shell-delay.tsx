import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SpinnerScreen } from '../../components/spinner-screen.tsx'
import { delayOf, SHELL_DELAY_MS, variant } from '../../lib/app-variant.ts'
import { useAfter } from '../../lib/use-after.ts'

type Props = { children: ReactNode }

/**
 * The full app shows its shell a second after loading, except on the pages that start at once. The
 * routes load meanwhile: session, merchant and the page's data are there when it appears.
 */
export function ShellDelay({ children }: Props) {
  const isOver = useAfter(SHELL_DELAY_MS)
  const pathname = useLocation({ select: (location) => location.pathname })
  return isOver || delayOf(variant, pathname) === 0 ? children : <SpinnerScreen />
}
