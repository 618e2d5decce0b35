import { useLayoutEffect, useSyncExternalStore } from 'react'

/** A page's own name, for the frame around it. */
export type PageName = {
  pathname: string
  name: string
  /** The name's language, where it differs from the page's. */
  lang?: 'it' | 'en' | undefined
}

let current: PageName | undefined
const listeners = new Set<() => void>()

function set(next: PageName | undefined) {
  current = next
  for (const listener of listeners) listener()
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Publishes the name of the page at this path to the frame, while the page is mounted. */
export function useNamedPage({ pathname, name, lang }: PageName) {
  useLayoutEffect(() => {
    const published = { pathname, name, lang }
    set(published)
    return () => {
      if (current === published) set(undefined)
    }
  }, [pathname, name, lang])
}

/** Returns undefined until the page at this path is mounted. */
export function usePageName(pathname: string): PageName | undefined {
  const named = useSyncExternalStore(listen, () => current)
  return named?.pathname === pathname ? named : undefined
}
