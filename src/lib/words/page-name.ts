import { useLayoutEffect, useSyncExternalStore } from 'react'

/** What a page calls itself, for the frame around it. */
export type PageName = {
  pathname: string
  name: string
  /** Where it is not that of the page. */
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

/** Tells the frame what stands at this address, for as long as it does. */
export function useNamedPage({ pathname, name, lang }: PageName) {
  useLayoutEffect(() => {
    const mine = { pathname, name, lang }
    set(mine)
    return () => {
      if (current === mine) set(undefined)
    }
  }, [pathname, name, lang])
}

/** Undefined until the page at this address is there. */
export function usePageName(pathname: string): PageName | undefined {
  const named = useSyncExternalStore(listen, () => current)
  return named?.pathname === pathname ? named : undefined
}
