// Not with the toasts: the browser would not request a style sheet again whose first request failed.
import '@mantine/notifications/styles.layer.css'
import { IconWifiOff } from '@tabler/icons-react'
import { type ComponentType, useEffect, useState } from 'react'
import { LATER_CODE_MS } from '#client/lib/app-variant.ts'
import { useOnline } from '#client/lib/hooks/use-online.ts'
import { languageFor } from '#client/lib/language-for.ts'
import { common } from '#client/texts/en/common.ts'
import { live } from '#client/texts/en/shell.ts'
import classes from './shell.module.css'

/** Always mounted, because screen readers announce only changes inside a status region. */
export function OfflineBanner() {
  const isOnline = useOnline()
  return (
    <div role="status" className={classes.offline}>
      {!isOnline && (
        <p className={classes.offlineText} lang={languageFor('en')}>
          <IconWifiOff size={18} aria-hidden />
          {live.offline}
        </p>
      )}
    </div>
  )
}

export function SkipLink() {
  return (
    <a
      href="#content"
      lang={languageFor('en')}
      className={classes.skip}
      onClick={(event) => {
        // Leaves the URL unchanged: a fragment would end up in shared links.
        event.preventDefault()
        document.getElementById('content')?.focus()
      }}
    >
      {common.skipToContent}
    </a>
  )
}

/** Delay after which a failed load of the toasts is repeated. */
const RELOAD_MS = 5000

/**
 * Mounted in the frames around pages, not in the root, so that the sign-in page loads without it. The toasts load with
 * their library after the page, on which nothing has happened yet; an earlier toast appears once they have loaded.
 */
export function Toaster() {
  const [Toasts, setToasts] = useState<ComponentType>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const loadAfter = (ms: number) => {
      timer = setTimeout(load, ms)
    }
    const load = async () => {
      const module = await import('./toaster.tsx').catch(() => undefined)
      if (timer === undefined) return
      if (module) setToasts(() => module.Toaster)
      // Without a network, for example. No page may break for it. Chromium repeats no failed import: there, toasts appear
      // again after a reload.
      else loadAfter(RELOAD_MS)
    }
    loadAfter(LATER_CODE_MS)
    return () => {
      clearTimeout(timer)
      timer = undefined
    }
  }, [])
  return Toasts && <Toasts />
}
