import type { LiveChange } from '#server/features/live/live.schema.ts'
import { client, markSignedOut, recheckMembership } from '../../trpc.ts'
import { everything } from './everything.ts'
import type { LiveState } from './live-state.ts'

const FIRST_RETRY_MS = 1000
const LONGEST_RETRY_MS = 30_000

export type StreamListener = {
  onChange: (change: LiveChange) => void
  onState: (state: LiveState) => void
}

/** Follows the server's stream of changes for as long as it takes. The answer ends it. */
export function followStream({ onChange, onState }: StreamListener): () => void {
  let subscription: { unsubscribe: () => void } | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let wasLive = false
  let isStopped = false

  function connect() {
    // Counted from the document's beginning, some time before anything on show was read: that makes up for
    // the time that this is on its way.
    const input = { knownForMs: Math.ceil(performance.now()) }
    subscription = client.events.changes.subscribe(input, {
      onData: ({ data }) => onChange(data),
      onConnectionStateChange: ({ state }) => {
        if (state === 'pending') arrive()
        if (state === 'connecting') onState(wasLive ? 'reconnecting' : 'connecting')
      },
      onError: comeBack,
      onComplete: comeBack,
    })
  }

  function arrive() {
    failures = 0
    onState('live')
    if (wasLive) onChange(everything)
    wasLive = true
  }

  // The browser reconnects by itself after a cut, but not after an answer that is no stream.
  function comeBack() {
    if (isStopped) return
    onState('reconnecting')
    void noticeEnd()
    retry = setTimeout(connect, Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS))
    failures += 1
  }

  connect()
  return () => {
    isStopped = true
    clearTimeout(retry)
    subscription?.unsubscribe()
  }
}

/** An event source hides why it was refused: the session may have ended, or the place in the team. */
async function noticeEnd() {
  const user = await client.identity.current.query().catch(() => undefined)
  if (user === null) markSignedOut()
  if (user) await recheckMembership()
}
