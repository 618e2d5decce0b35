import type { LiveChange } from '#server/features/live/live.schema.ts'
import { everything } from './everything.ts'
import { followStream, type StreamListener } from './follow-stream.ts'
import type { LiveState } from './live-state.ts'

type Message =
  | { kind: 'hello'; knownForMs: number }
  | { kind: 'state'; state: LiveState }
  | { kind: 'change'; change: LiveChange }

/**
 * Follows the changes of a merchant over one stream for all tabs of this browser, because a browser
 * opens only six connections to a server. The tab that holds the lock has the stream and tells the
 * others; when it closes, the browser hands the lock to another. The answer ends it.
 */
export function openSharedStream(merchantId: string, { onChange, onState }: StreamListener) {
  const name = `incasso-live-${merchantId}`
  const channel = new BroadcastChannel(name)
  const closing = new AbortController()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
  const tell = (message: Message) => channel.postMessage(message)
  /** What this tab told as the one that has the stream. */
  let toldState: LiveState | undefined
  let toldAtMs = Number.NEGATIVE_INFINITY
  let hasFollowed = false

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'hello') {
      if (toldState === undefined) return
      tell({ kind: 'state', state: toldState })
      // That tab had read its data, and did not listen yet.
      if (performance.now() - toldAtMs <= data.knownForMs)
        tell({ kind: 'change', change: everything })
      return
    }
    hasFollowed = true
    if (data.kind === 'state') onState(data.state)
    else onChange(data.change)
  })

  function lead(): Promise<void> {
    if (closing.signal.aborted) return Promise.resolve()
    const change = (change: LiveChange) => {
      toldAtMs = performance.now()
      onChange(change)
      tell({ kind: 'change', change })
    }
    const stop = followStream({
      onChange: change,
      onState: (state) => {
        toldState = state
        onState(state)
        tell({ kind: 'state', state })
        // Between the last stream and this one nobody listened.
        if (state === 'live' && hasFollowed) change(everything)
        if (state === 'live') hasFollowed = false
      },
    })
    return new Promise((resolve) => {
      closing.signal.addEventListener('abort', () => {
        stop()
        resolve()
      })
    })
  }

  tell({ kind: 'hello', knownForMs: performance.now() })
  // Without locks (a page served over plain HTTP from another machine) every tab has its own stream.
  if ('locks' in navigator) {
    navigator.locks.request(name, { signal: closing.signal }, lead).catch(ignoreAbort)
  } else {
    void lead()
  }

  return () => {
    closing.abort()
    channel.close()
  }
}

function ignoreAbort(error: unknown) {
  if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
}
