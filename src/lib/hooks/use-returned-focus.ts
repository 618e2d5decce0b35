import { useEffect, useRef } from 'react'

type Target = () => HTMLElement | null

const pageTitle: Target = () => document.querySelector('h1')

/** Back to what opened a dialog; when that is gone, to what took its place, or to the page's title. */
export function useReturnedFocus(opened: boolean, substitute: Target = pageTitle) {
  const latest = useRef(substitute)
  useEffect(() => {
    latest.current = substitute
  })
  useEffect(() => {
    if (!opened) return undefined
    const opener = document.activeElement
    return () => {
      // A page that is opened with its dialog has no opener, though its title may have been announced first.
      const isOpener = opener !== document.body && opener !== pageTitle()
      const isThere = opener?.isConnected && isOpener
      const target = isThere ? opener : (latest.current() ?? pageTitle())
      if (target instanceof HTMLElement) target.focus({ preventScroll: true })
    }
  }, [opened])
}

/** When what had the focus leaves with a change of the page, something sensible gets it. */
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
