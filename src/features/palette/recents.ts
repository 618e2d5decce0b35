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

/** The payment or the customer that the page at this path is about. */
export function recentOf(path: string): Recent | undefined {
  for (const { kind, path: pattern } of pages) {
    const id = pattern.exec(path)?.[1]
    if (id !== undefined) return { kind, id: decodeURIComponent(id) }
  }
  return undefined
}

/**
 * What was looked at last in this tab, newest first. Only ids are kept: names and amounts are asked for
 * when they are shown, and signing out clears the tab's memory.
 */
export function readRecents(): Recent[] {
  try {
    return z
      .array(Recent)
      .parse(JSON.parse(sessionStorage.getItem(KEY) ?? '[]'))
      .slice(0, MOST)
  } catch {
    // Something else wrote there, or the browser keeps nothing: there is nothing recent then.
    return []
  }
}

function remember(recent: Recent) {
  const others = readRecents().filter(({ kind, id }) => kind !== recent.kind || id !== recent.id)
  try {
    sessionStorage.setItem(KEY, JSON.stringify([recent, ...others].slice(0, MOST)))
  } catch {
    // A browser that keeps nothing has nothing to offer later.
  }
}

/** Remembers the payments and customers whose pages are opened. */
export function useRememberedVisits() {
  const path = useLocation({ select: ({ pathname }) => pathname })
  useEffect(() => {
    const recent = recentOf(path)
    if (recent) remember(recent)
  }, [path])
}
