import { IconWifiOff } from '@tabler/icons-react'
import { live } from '../../texts/shell.ts'
import classes from './shell.module.css'
import { useOnline } from './use-online.ts'

/** Always in the page, because only what changes inside is read aloud. */
export function OfflineBanner() {
  const isOnline = useOnline()
  return (
    <div role="status" className={classes.offline}>
      {!isOnline && (
        <p className={classes.offlineText} lang="en">
          <IconWifiOff size={18} aria-hidden />
          {live.offline}
        </p>
      )}
    </div>
  )
}
