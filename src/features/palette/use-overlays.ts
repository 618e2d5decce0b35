import { useCallback, useEffect, useState } from 'react'
import type { Overlays } from './overlays.tsx'

/**
 * Loads what opens over a page once the page is there. Without a network that fails; the page lives
 * on without it, and the next attempt to open something loads again.
 */
export function useOverlays() {
  const [loaded, setLoaded] = useState<{ Overlays: typeof Overlays }>()
  const load = useCallback(
    () =>
      import('./overlays.tsx').then(
        ({ Overlays }) => setLoaded({ Overlays }),
        () => undefined,
      ),
    [],
  )
  useEffect(() => void load(), [load])
  return { Overlays: loaded?.Overlays, load }
}
