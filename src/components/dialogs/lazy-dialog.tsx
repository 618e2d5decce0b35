import { type ComponentType, useEffect, useState } from 'react'
import { common } from '#client/texts/en/common.ts'
import classes from './lazy-dialog.module.css'

/**
 * Returns a dialog whose code loads when it first opens, with a spinner meanwhile. The dialog throws an error of loading,
 * for which the page's error screen offers a reload: Chromium repeats no failed import.
 */
export function lazyDialog<P extends object>(load: () => Promise<ComponentType<P>>) {
  let loaded: ComponentType<P> | undefined
  return function LazyDialog(props: P) {
    const [Dialog, setDialog] = useState(() => loaded)
    const [failure, setFailure] = useState<{ error: unknown }>()
    useEffect(() => {
      if (loaded) return undefined
      let isMounted = true
      const loadCode = async () => {
        try {
          loaded = await load()
          if (isMounted) setDialog(() => loaded)
        } catch (error) {
          if (isMounted) setFailure({ error })
        }
      }
      void loadCode()
      return () => {
        isMounted = false
      }
    }, [])
    if (failure) throw failure.error
    return Dialog ? <Dialog {...props} /> : <Waiting />
  }
}

const Waiting = () => (
  <div className={classes.waiting} role="status" aria-label={common.loading}>
    <svg className="spinner" viewBox="0 0 36 36" aria-hidden="true">
      <circle cx="18" cy="18" r="15" pathLength="100" />
    </svg>
  </div>
)
