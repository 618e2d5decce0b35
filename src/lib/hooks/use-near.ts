import { type RefObject, startTransition, useEffect, useState } from 'react'

/** Pixels around the window within which content is drawn before it is scrolled into view. */
const AHEAD = '200px'

/**
 * Returns true once the element should be drawn: near the window's visible part, or else when the browser has nothing
 * more urgent to do, so that content further down never stays hidden from a screen reader. Waits for `isReady`. React
 * then draws in short steps.
 */
export function useNear(element: RefObject<Element | null>, isReady: boolean): boolean {
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    if (!isReady || isNear || !element.current) return undefined
    const show = () => startTransition(() => setIsNear(true))
    // Some browsers lack idle callbacks, and test environments both.
    if (!('requestIdleCallback' in window && 'IntersectionObserver' in window)) {
      show()
      return undefined
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) show()
      },
      { rootMargin: AHEAD },
    )
    observer.observe(element.current)
    const idle = window.requestIdleCallback(show)
    return () => {
      observer.disconnect()
      window.cancelIdleCallback(idle)
    }
  }, [element, isReady, isNear])
  return isNear
}
