import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { IsLiveContext } from '#client/lib/hooks/is-live.ts'
import type { LiveChange } from '#server/shared/live-change.ts'
import { applyChanges, refreshAllQueries, refreshLists } from './apply-changes.ts'
import { LiveContext, type LiveState } from './live-context.ts'
import { openSharedStream } from './shared-stream.ts'

type Props = {
  /** Undefined when there is no merchant whose changes to follow. */
  merchantId: string | undefined
  isOnline: boolean
  children: ReactNode
}

const isNewPayment = ({ type, action }: LiveChange) =>
  type === 'transaction' && action === 'created'

/** Keeps the pages inside up to date while the merchant's data changes elsewhere. */
export function LiveProvider({ merchantId, isOnline, children }: Props) {
  const [state, setState] = useState<LiveState>('connecting')
  const [newPayments, setNewPayments] = useState(0)
  const freezeCount = useRef(0)
  const wasOnline = useRef(isOnline)

  useEffect(() => {
    if (merchantId === undefined) return undefined
    const batches = coalesce((changes) => {
      const areListsFrozen = freezeCount.current > 0
      if (areListsFrozen) setNewPayments((count) => count + changes.filter(isNewPayment).length)
      return applyChanges(changes, { holdLists: areListsFrozen })
    })
    const close = openSharedStream(merchantId, { onChange: batches.add, onState: setState })
    return () => {
      close()
      batches.stop()
    }
  }, [merchantId])

  useEffect(() => {
    if (isOnline && !wasOnline.current) void refreshAllQueries()
    wasOnline.current = isOnline
  }, [isOnline])

  const showNewPayments = useCallback(() => {
    setNewPayments(0)
    void refreshLists()
  }, [])

  const holdLists = useCallback(() => {
    freezeCount.current += 1
    return () => {
      freezeCount.current -= 1
      if (freezeCount.current === 0) setNewPayments(0)
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

/** The shortest time between two refreshes. */
const INTERVAL_MS = 300

/**
 * Collects changes and applies them in batches. Each batch waits for the previous one, so that frequent
 * changes do not keep cancelling their own requests.
 */
function coalesce(apply: (changes: LiveChange[]) => Promise<void>) {
  let pendingChanges: LiveChange[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let isBusy = false

  function scheduleFlush() {
    if (isBusy || pendingChanges.length === 0) return
    isBusy = true
    timer = setTimeout(() => void flush(), INTERVAL_MS)
  }

  async function flush() {
    const batch = pendingChanges
    pendingChanges = []
    await apply(batch)
    isBusy = false
    scheduleFlush()
  }

  return {
    add(change: LiveChange) {
      pendingChanges.push(change)
      scheduleFlush()
    },
    stop() {
      pendingChanges = []
      clearTimeout(timer)
    },
  }
}
