import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'
import { IconWifiOff } from '@tabler/icons-react'
import { useNarrow } from '#client/lib/hooks/use-narrow.ts'
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

/** Mounted in the shells, not in the root, so that the sign-in page loads without it. */
export function Toaster() {
  // At the bottom: the top of the page contains its title and, on phones, the navigation.
  const position = useNarrow() ? 'bottom-center' : 'bottom-right'
  return <Notifications limit={1} position={position} containerWidth={380} />
}
