import { useEffect, useRef } from 'react'

type Target = () => HTMLElement | null

const pageTitle: Target = () => document.querySelector('h1')

/** Returns the focus from a dialog to its opener, or when that is gone, to a substitute or the page's title. */
export function useReturnedFocus(opened: boolean, substitute: Target = pageTitle) {
  const latest = useRef(substitute)
  useEffect(() => {
    latest.current = substitute
  })
  useEffect(() => {
    if (!opened) return undefined
    const opener = document.activeElement
    return () => {
      // A page that opens with its dialog has no opener, though its title may have had the focus first.
      const isOpener = opener !== document.body && opener !== pageTitle()
      const isConnectedOpener = opener?.isConnected && isOpener
      const target = isConnectedOpener ? opener : (latest.current() ?? pageTitle())
      if (target instanceof HTMLElement) target.focus({ preventScroll: true })
    }
  }, [opened])
}

/** Moves the focus to a substitute when the focused element disappears with a change. */
export function useRescuedFocus(changed: boolean, substitute: Target = pageTitle) {
  const before = useRef(changed)
  useEffect(() => {
    const isNew = changed && !before.current
    before.current = changed
    if (!isNew || document.activeElement !== document.body) return
    const target = substitute() ?? pageTitle()
    target?.focus({ preventScroll: true })
  }, [changed, substitute])
}
