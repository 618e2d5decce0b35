import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { notify } from '#client/lib/notify.tsx'
import { common } from '#client/texts/en/common.ts'
import classes from './lazy-dialog.module.css'

/**
 * Returns a dialog whose code loads when it first opens, with a spinner meanwhile. When the code cannot be loaded, a
 * toast says so and `cancel` closes the dialog; the next opening loads the code again.
 */
export function lazyDialog<P extends object>(
  load: () => Promise<ComponentType<P>>,
  cancel: (props: P) => void,
) {
  let loaded: ComponentType<P> | undefined
  return function LazyDialog(props: P) {
    const [Dialog, setDialog] = useState(() => loaded)
    const [isFailed, setIsFailed] = useState(false)
    const fail = useEffectEvent(() => {
      setIsFailed(true)
      notify.error({ title: common.loadFailed, message: common.unreachable })
      cancel(props)
    })
    useEffect(() => {
      if (loaded) return undefined
      let isMounted = true
      const loadCode = async () => {
        loaded = await load().catch(() => undefined)
        if (!isMounted) return
        if (loaded) setDialog(() => loaded)
        else fail()
      }
      void loadCode()
      return () => {
        isMounted = false
      }
    }, [])
    if (Dialog) return <Dialog {...props} />
    return isFailed ? null : <Waiting />
  }
}

const Waiting = () => (
  <div className={classes.waiting} role="status" aria-label={common.loading}>
    <svg className="spinner" viewBox="0 0 36 36" aria-hidden="true">
      <circle cx="18" cy="18" r="15" pathLength="100" />
    </svg>
  </div>
)
