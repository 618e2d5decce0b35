import { client, markSignedOut, recheckMembership } from '#client/trpc.ts'
import type { LiveChange } from '#server/shared/live-change.ts'
import type { LiveState } from './live-context.ts'

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
        // Between the last stream and this one no tab listened.
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

const FIRST_RETRY_MS = 1000
const LONGEST_RETRY_MS = 30_000

type StreamListener = {
  onChange: (change: LiveChange) => void
  onState: (state: LiveState) => void
}

/** Follows the server's stream of changes for as long as it takes. The answer ends it. */
function followStream({ onChange, onState }: StreamListener): () => void {
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

/**
 * An event source hides why it was refused: the session may have ended, or the place in the team. A
 * session that another tab replaces has ended a moment before this browser holds the new one: so who is
 * signed out is asked twice.
 */
async function noticeEnd() {
  const user = await whoIsHere()
  if (user) await recheckMembership()
  if (user !== null) return
  await new Promise((resolve) => setTimeout(resolve, FIRST_RETRY_MS))
  if ((await whoIsHere()) === null) markSignedOut()
}

/** Null when the person is signed out, undefined when the server does not say. */
const whoIsHere = () => client.identity.current.query().catch(() => undefined)

/** Anything may have changed: said after a gap, because what was missed is not kept. */
const everything: LiveChange = { type: 'merchant', action: 'changed', objectId: '' }
