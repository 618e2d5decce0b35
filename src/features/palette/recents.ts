import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { z } from 'zod'

const KEY = 'incasso-recent'
const MAX_ENTRIES = 5

const RecentEntry = z.object({ kind: z.enum(['payment', 'customer']), id: z.string().min(1) })
/** A payment or customer whose page the person has opened. */
export type RecentEntry = z.infer<typeof RecentEntry>

const pages = [
  { kind: 'payment', path: /^\/transactions\/([^/]+)$/ },
  { kind: 'customer', path: /^\/customers\/([^/]+)$/ },
] as const

/** Returns the payment or customer whose page is at this path; undefined for other pages. */
export function recentOf(path: string): RecentEntry | undefined {
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
export function readRecents(): RecentEntry[] {
  try {
    return z
      .array(RecentEntry)
      .parse(JSON.parse(sessionStorage.getItem(KEY) ?? '[]'))
      .slice(0, MAX_ENTRIES)
  } catch {
    // The stored value is invalid, or the browser forbids storage.
    return []
  }
}

function storeRecent(recent: RecentEntry) {
  const others = readRecents().filter(({ kind, id }) => kind !== recent.kind || id !== recent.id)
  try {
    sessionStorage.setItem(KEY, JSON.stringify([recent, ...others].slice(0, MAX_ENTRIES)))
  } catch {
    // The browser forbids storage, so there are no recent entries.
  }
}

/** Stores the payments and customers whose pages the person opens. */
export function useRememberedVisits() {
  const path = useLocation({ select: ({ pathname }) => pathname })
  useEffect(() => {
    const recent = recentOf(path)
    if (recent) storeRecent(recent)
  }, [path])
}
