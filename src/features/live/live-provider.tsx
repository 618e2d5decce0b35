import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { LiveChange } from '#server/features/live/live.schema.ts'
import { IsLiveContext } from '../../lib/is-live.ts'
import { applyChanges, refreshEverything, refreshLists } from './apply-changes.ts'
import { coalesce } from './coalesce.ts'
import { LiveContext } from './live-context.ts'
import type { LiveState } from './live-state.ts'
import { openSharedStream } from './shared-stream.ts'

type Props = {
  /** Undefined where there is no merchant to be told about. */
  merchantId: string | undefined
  isOnline: boolean
  children: ReactNode
}

const isNewPayment = ({ type, action }: LiveChange) =>
  type === 'transaction' && action === 'created'

/** Keeps what the pages inside show true while the merchant's data changes elsewhere. */
export function LiveProvider({ merchantId, isOnline, children }: Props) {
  const [state, setState] = useState<LiveState>('connecting')
  const [newPayments, setNewPayments] = useState(0)
  const holders = useRef(0)
  const wasOnline = useRef(isOnline)

  useEffect(() => {
    if (merchantId === undefined) return undefined
    const batches = coalesce((changes) => {
      const isHeld = holders.current > 0
      if (isHeld) setNewPayments((count) => count + changes.filter(isNewPayment).length)
      return applyChanges(changes, { holdLists: isHeld })
    })
    const close = openSharedStream(merchantId, { onChange: batches.add, onState: setState })
    return () => {
      close()
      batches.stop()
    }
  }, [merchantId])

  useEffect(() => {
    if (isOnline && !wasOnline.current) void refreshEverything()
    wasOnline.current = isOnline
  }, [isOnline])

  const showNewPayments = useCallback(() => {
    setNewPayments(0)
    void refreshLists()
  }, [])

  const holdLists = useCallback(() => {
    holders.current += 1
    return () => {
      holders.current -= 1
      if (holders.current === 0) setNewPayments(0)
    }
  }, [])

  const live = useMemo(
    () =>
      ({ state: isOnline ? state : 'offline', newPayments, holdLists, showNewPayments }) as const,
    [isOnline, state, newPayments, holdLists, showNewPayments],
  )
  return (
    <LiveContext value={live}>
      <IsLiveContext value={isOnline && state === 'live'}>{children}</IsLiveContext>
    </LiveContext>
  )
}
