import { IconWifiOff } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { LATER_CODE_MS } from '#client/lib/app-variant.ts'
import { useAfter } from '#client/lib/hooks/use-after.ts'
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

// Loads with its library after the page, on which nothing has happened yet.
const LazyToaster = lazy(() =>
  import('./toaster.tsx').then((module) => ({ default: module.Toaster })),
)

/**
 * Mounted in the frames around pages, not in the root, so that the sign-in page loads without it. Toasts that are
 * shown earlier appear once it has loaded.
 */
export const Toaster = () =>
  useAfter(LATER_CODE_MS) && (
    <Suspense>
      <LazyToaster />
    </Suspense>
  )
