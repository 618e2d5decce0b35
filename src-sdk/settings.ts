/** Settings of a client. */
export type IncassoSettings = {
  /** An API key, `sk_test_…` or `sk_live_…`. It belongs on a server: a browser is refused. */
  key: string
  /** URL of the Incasso server, such as `https://pay.example.com`. */
  baseUrl: string
  /** Retries after a request that got no response, or 429, 500, 502, 503 or 504; 4 by default. */
  maxRetries?: number | undefined
  /** Milliseconds until an attempt without a complete response counts as lost; 30,000 by default. */
  timeoutMs?: number | undefined
  /** The longest `Retry-After` to wait for, in milliseconds; 60,000 by default. A longer one ends the call. */
  maxRetryAfterMs?: number | undefined
  /** Allows `http://` to other machines, which sends the key unencrypted. Loopback is always allowed. */
  allowHttp?: boolean | undefined
  /** Replaces parts of the environment, for tests. */
  environment?: Partial<Environment> | undefined
}

/** Parts of the runtime that a test replaces. */
export type Environment = {
  fetch: typeof globalThis.fetch
  /** Returns the current time in milliseconds since 1970. */
  now: () => number
  /** Returns a number from 0 up to, but not including, 1. */
  random: () => number
  /** Waits for some milliseconds; rejects with the signal's reason once it is aborted. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>
}

/** Settings with their defaults, and a base URL without a slash at its end. */
export type CheckedSettings = {
  key: string
  baseUrl: string
  maxRetries: number
  timeoutMs: number
  maxRetryAfterMs: number
  environment: Environment
}

const sleep: Environment['sleep'] = (ms, signal) =>
  new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort, { once: true })
  })

/** Returns the settings with defaults. Throws a TypeError whose message says what to change. */
export function checkSettings(settings: IncassoSettings): CheckedSettings {
  refuseBrowser()
  return {
    key: checkKey(settings.key),
    baseUrl: checkBaseUrl(settings.baseUrl, settings.allowHttp ?? false),
    maxRetries: checkCount('maxRetries', settings.maxRetries ?? 4, 0),
    timeoutMs: checkCount('timeoutMs', settings.timeoutMs ?? 30_000, 1),
    maxRetryAfterMs: checkCount('maxRetryAfterMs', settings.maxRetryAfterMs ?? 60_000, 0),
    environment: {
      // Some runtimes refuse a fetch that is called as a method of another object.
      fetch: (...request) => globalThis.fetch(...request),
      now: () => Date.now(),
      random: () => Math.random(),
      sleep,
      ...settings.environment,
    },
  }
}

function refuseBrowser(): void {
  const { window, document } = globalThis as { window?: unknown; document?: unknown }
  if (window === undefined || document === undefined) return
  throw new TypeError(
    'An API key in a browser is readable by every visitor. Call Incasso from your server.',
  )
}

function checkKey(key: unknown): string {
  if (typeof key === 'string' && /^sk_(?:test|live)_[0-9A-Za-z]+$/.test(key)) return key
  // The message omits the value: it may be another secret, and messages are logged.
  throw new TypeError(
    'key must be an API key, sk_test_… or sk_live_…. Create one on the page API Integration.',
  )
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

function checkBaseUrl(baseUrl: unknown, isHttpAllowed: boolean): string {
  const url = typeof baseUrl === 'string' && URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash) {
    throw new TypeError('baseUrl must be the URL of an Incasso server: https://pay.example.com')
  }
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname) && !isHttpAllowed) {
    throw new TypeError('baseUrl must begin with https://, or set allowHttp in a private network')
  }
  const path = url.pathname.replace(/\/+$/, '')
  if (/\/api(?:\/|$)/.test(path)) throw new TypeError('baseUrl must not contain /api')
  return `${url.origin}${path}`
}

function checkCount(name: string, value: unknown, minimum: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= minimum) return value
  throw new TypeError(`${name} must be a whole number from ${minimum}`)
}
