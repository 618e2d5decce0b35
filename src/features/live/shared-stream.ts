import { client, markSignedOut, recheckMembership } from '#client/trpc.ts'
import type { LiveChange } from '#server/shared/live-change.ts'
import type { LiveState } from './live-context.ts'

type Message =
  | { kind: 'hello'; knownForMs: number }
  | { kind: 'state'; state: LiveState }
  | { kind: 'change'; change: LiveChange }

/**
 * Follows a merchant's changes over one stream for all tabs, because a browser opens only six connections to
 * a server. The tab that holds the lock owns the stream and forwards changes; when it closes, the browser
 * gives the lock to another tab. The returned function unsubscribes.
 */
export function openSharedStream(merchantId: string, { onChange, onState }: StreamListener) {
  const name = `incasso-live-${merchantId}`
  const channel = new BroadcastChannel(name)
  const closing = new AbortController()
  const publish = (message: Message) => channel.postMessage(message)
  /** The state that this tab last published as the owner of the stream. */
  let publishedState: LiveState | undefined
  let lastChangeAtMs = Number.NEGATIVE_INFINITY
  let hasFollowed = false

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'hello') {
      if (publishedState === undefined) return
      publish({ kind: 'state', state: publishedState })
      // The new tab had loaded its data before it listened, so it may have missed the last change.
      if (performance.now() - lastChangeAtMs <= data.knownForMs)
        publish({ kind: 'change', change: unknownChange })
      return
    }
    hasFollowed = true
    if (data.kind === 'state') onState(data.state)
    else onChange(data.change)
  })

  function runStream(): Promise<void> {
    if (closing.signal.aborted) return Promise.resolve()
    const shareChange = (change: LiveChange) => {
      lastChangeAtMs = performance.now()
      onChange(change)
      publish({ kind: 'change', change })
    }
    const stop = followStream({
      onChange: shareChange,
      onState: (state) => {
        publishedState = state
        onState(state)
        publish({ kind: 'state', state })
        // Changes between the last stream and this one reached no tab.
        if (state === 'live' && hasFollowed) shareChange(unknownChange)
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

  publish({ kind: 'hello', knownForMs: performance.now() })
  // Without the Web Locks API (plain HTTP from another machine) every tab opens its own stream.
  if ('locks' in navigator) {
    navigator.locks.request(name, { signal: closing.signal }, runStream).catch(ignoreAbort)
  } else {
    void runStream()
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

/**
 * Subscribes to the server's stream of changes and reconnects after failures. The returned function
 * unsubscribes.
 */
function followStream({ onChange, onState }: StreamListener): () => void {
  let subscription: { unsubscribe: () => void } | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let wasLive = false
  let isStopped = false

  function connect() {
    // Counted from the start of the document, so before any visible data was read: the margin covers the
    // request's travel time.
    const input = { knownForMs: Math.ceil(performance.now()) }
    subscription = client.events.changes.subscribe(input, {
      onData: ({ data }) => onChange(data),
      onConnectionStateChange: ({ state }) => {
        if (state === 'pending') handleConnected()
        if (state === 'connecting') onState(wasLive ? 'reconnecting' : 'connecting')
      },
      onError: scheduleReconnect,
      onComplete: scheduleReconnect,
    })
  }

  function handleConnected() {
    failures = 0
    onState('live')
    if (wasLive) onChange(unknownChange)
    wasLive = true
  }

  // The browser reconnects by itself after a cut, but not after a response that is not an event stream.
  function scheduleReconnect() {
    if (isStopped) return
    onState('reconnecting')
    void checkSessionAfterEnd()
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
 * Finds out why the stream was refused, which EventSource hides: the session or the membership may have
 * ended. Checks a signed-out result twice: when another tab replaces the session, it is briefly missing.
 */
async function checkSessionAfterEnd() {
  const user = await fetchCurrentUser()
  if (user) await recheckMembership()
  if (user !== null) return
  await new Promise((resolve) => setTimeout(resolve, FIRST_RETRY_MS))
  if ((await fetchCurrentUser()) === null) markSignedOut()
}

/** Returns null when the person is signed out, undefined when the server cannot respond. */
const fetchCurrentUser = () => client.identity.current.query().catch(() => undefined)

/**
 * The change published after the stream was interrupted. The server stores no changes, so anything may have changed.
 */
const unknownChange: LiveChange = { type: 'merchant', action: 'changed', objectId: '' }
