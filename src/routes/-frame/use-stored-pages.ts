import { useEffect } from 'react'

/** Delay before the code of other pages is requested, so that the first page has the network to itself. */
const START_DELAY_MS = 2000

/**
 * Stores the code of the merchant's other pages in the browser's cache, so that offline only their data is missing.
 * Requests the files one by one while the browser is idle. No file runs before its page opens: that would take
 * longer than all else that the first page does.
 */
export function useStoredPages() {
  useEffect(() => {
    const controller = new AbortController()
    const timer = window.setTimeout(() => void storePages(controller.signal), START_DELAY_MS)
    return () => {
      controller.abort()
      window.clearTimeout(timer)
    }
  }, [])
}

async function storePages(signal: AbortSignal) {
  // The list is part of the build: while developing there is none.
  const list = document.querySelector<HTMLMetaElement>('meta[name=incasso-pages]')?.content
  const text = list && (await read(list, signal))
  if (!text) return
  for (const file of JSON.parse(text) as string[]) {
    await whenIdle()
    if (signal.aborted || !window.navigator.onLine) return
    await read(file, signal)
  }
}

/** Reads a file to its end, since the browser stores only complete ones. A failed file is requested by its page. */
const read = (file: string, signal: AbortSignal): Promise<string | undefined> =>
  fetch(file, { signal, priority: 'low' })
    .then((response) => (response.ok ? response.text() : undefined))
    .catch(() => undefined)

/** Some browsers lack requestIdleCallback. */
const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve())
    else setTimeout(resolve, IDLE_FALLBACK_MS)
  })

const IDLE_FALLBACK_MS = 100
