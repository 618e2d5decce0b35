import { useEffect } from 'react'

/** For what comes up over the page: the focus goes back to its opener, or to the title of the page. */
export function useFocusBack() {
  useEffect(() => {
    const opener = document.activeElement
    return () => {
      const isThere = opener?.isConnected && opener !== document.body
      const target = isThere ? opener : document.querySelector('h1')
      if (target instanceof HTMLElement) target.focus({ preventScroll: true })
    }
  }, [])
}
