import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** The first page comes first. */
const REST_MS = 2000

/** Fetches the code of the merchant's other pages, so that without a network only their data waits. */
export function useLoadedPages() {
  const router = useRouter()
  useEffect(() => {
    const timer = window.setTimeout(() => {
      if (!window.navigator.onLine) return
      for (const route of Object.values(router.routesById)) {
        const isRoom =
          route.id.startsWith('/_app/') && route.options.staticData?.needsMerchant !== false
        // What fails here is fetched again when the page is opened.
        if (isRoom) void router.loadRouteChunk(route)
      }
    }, REST_MS)
    return () => window.clearTimeout(timer)
  }, [router])
}
