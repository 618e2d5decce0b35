import { useLayoutEffect, useSyncExternalStore } from 'react'

/** A page's own name, which the header shows. */
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

/** Publishes a page's name to the header while the page is mounted. */
export function useNamedPage({ pathname, name, lang }: PageName) {
  useLayoutEffect(() => {
    const published = { pathname, name, lang }
    set(published)
    return () => {
      if (current === published) set(undefined)
    }
  }, [pathname, name, lang])
}

/** Returns the name that the page at this path published; undefined until that page is mounted. */
export function usePageName(pathname: string): PageName | undefined {
  const named = useSyncExternalStore(listen, () => current)
  return named?.pathname === pathname ? named : undefined
}
