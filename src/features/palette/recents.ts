import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { z } from 'zod'

const KEY = 'incasso-recent'
const MOST = 5

const Recent = z.object({ kind: z.enum(['payment', 'customer']), id: z.string().min(1) })
export type Recent = z.infer<typeof Recent>

const pages = [
  { kind: 'payment', path: /^\/transactions\/([^/]+)$/ },
  { kind: 'customer', path: /^\/customers\/([^/]+)$/ },
] as const

/** Returns the payment or customer of the page at this path. */
export function recentOf(path: string): Recent | undefined {
  for (const { kind, path: pattern } of pages) {
    const id = pattern.exec(path)?.[1]
    if (id !== undefined) return { kind, id: decodeURIComponent(id) }
  }
  return undefined
}

/**
 * Returns the entries visited last in this tab, newest first. Stores only IDs: names and amounts are loaded
 * when shown, and signing out clears the tab's storage.
 */
export function readRecents(): Recent[] {
  try {
    return z
      .array(Recent)
      .parse(JSON.parse(sessionStorage.getItem(KEY) ?? '[]'))
      .slice(0, MOST)
  } catch {
    // The stored value is invalid, or the browser forbids storage.
    return []
  }
}

function remember(recent: Recent) {
  const others = readRecents().filter(({ kind, id }) => kind !== recent.kind || id !== recent.id)
  try {
    sessionStorage.setItem(KEY, JSON.stringify([recent, ...others].slice(0, MOST)))
  } catch {
    // The browser forbids storage, so there are no recent entries.
  }
}

/** Stores the payments and customers whose pages the person opens. */
export function useRememberedVisits() {
  const path = useLocation({ select: ({ pathname }) => pathname })
  useEffect(() => {
    const recent = recentOf(path)
    if (recent) remember(recent)
  }, [path])
}
