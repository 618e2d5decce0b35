import type { FastifyInstance, InjectOptions } from 'fastify'
import { serverContext } from './browser-stubs.ts'

export const ORIGIN = 'http://127.0.0.1:3000'

/** The cookie jar of jsdom, which follows the rules of browsers. */
export type CookieJar = {
  setCookieSync: (line: string, url: string) => void
  getCookieStringSync: (url: string) => string
  removeAllCookiesSync: () => void
}

/** A request of the page. */
export type SentRequest = {
  url: URL
  method: string
  headers: Record<string, string>
  body: string | undefined
  /** The bytes of an upload. */
  file?: Buffer | undefined
}

/** Responds instead of the server; `pass` returns the server's response. */
type Interceptor = (sent: SentRequest, pass: () => Promise<Response>) => Promise<Response>

type Exchange = { sent: SentRequest; status: number }

/** Returns the error of a browser's `fetch` that gets no response. */
export const networkError = (): Error => new TypeError('Failed to fetch')

/** Node's own, kept before tests replace it. */
const nodeFetch = globalThis.fetch

/** Connects the page's `fetch` to the real app, and keeps cookies as a browser does. */
export class Network {
  isOffline = false
  readonly #app: FastifyInstance
  readonly #jar: CookieJar
  readonly #beforeEach: () => void
  readonly #answerers: { address: RegExp; answer: Interceptor }[] = []
  readonly #underWay = new Set<Promise<unknown>>()
  readonly #sentListeners = new Set<(sent: SentRequest) => void>()
  readonly #delayed = new Set<() => void>()
  readonly #responseListeners = new Set<(exchange: Exchange) => void>()

  constructor(app: FastifyInstance, jar: CookieJar, beforeEach: () => void) {
    this.#app = app
    this.#jar = jar
    this.#beforeEach = beforeEach
  }

  /** Replaces the page's `fetch`. */
  readonly fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const { signal, ...rest } = init
    const url = new URL(input instanceof Request ? input.url : input, ORIGIN)
    // The server shares the page's globals here, and calls processors. Node refuses signals of jsdom.
    if (serverContext.getStore() && url.origin !== ORIGIN) return nodeFetch(input, rest)
    signal?.throwIfAborted()
    const work = this.#exchange(toPageRequest(input, init))
    this.#underWay.add(work)
    const response = work.finally(() => this.#underWay.delete(work))
    return signal ? Promise.race([response, rejectOnAbort(signal)]) : response
  }

  /** Sends a request as the page's `XMLHttpRequest` does, whose body may be a file. */
  readonly upload = async (
    url: string,
    { method, headers, file }: Omit<SentRequest, 'url' | 'body'>,
  ): Promise<Response> => {
    const request = toPageRequest(url, { method, headers })
    const work = this.#exchange({ ...request, file })
    this.#underWay.add(work)
    return work.finally(() => this.#underWay.delete(work))
  }

  /** Sends a request to the server with the page's cookies, past all interceptors. */
  async send({ url, method, headers, body, file }: SentRequest): Promise<Response> {
    this.#beforeEach()
    const cookie = this.#jar.getCookieStringSync(url.href)
    const request: InjectOptions = {
      method: method as InjectOptions['method'],
      url: url.pathname + url.search,
      headers: { ...headers, host: url.host, ...(cookie && { cookie }) },
      payload: file ?? body,
    }
    const response = await serverContext.run(true, async () => await this.#app.inject(request))
    for (const line of [response.headers['set-cookie'] ?? []].flat()) {
      this.#jar.setCookieSync(line, url.href)
    }
    return toResponse(response.statusCode, response.headers, response.rawPayload)
  }

  /** Intercepts requests to a URL until the returned function is called. The latest interceptor of a URL responds. */
  intercept(urlPattern: RegExp, response: Interceptor): () => void {
    const entry = { address: urlPattern, answer: response }
    this.#answerers.unshift(entry)
    return () => {
      const at = this.#answerers.indexOf(entry)
      if (at >= 0) this.#answerers.splice(at, 1)
    }
  }

  stopIntercepting(): void {
    this.#answerers.length = 0
    for (const release of this.#delayed) release()
    this.#delayed.clear()
  }

  /** Calls `release` when the test ends, so that a failed test does not wait for its delayed calls. */
  releaseAtEnd(release: () => void): void {
    this.#delayed.add(release)
  }

  forgetCookies(): void {
    this.#jar.removeAllCookiesSync()
  }

  onSent(listener: (sent: SentRequest) => void): void {
    this.#sentListeners.add(listener)
  }

  /** Resolves with the next response from such a URL. */
  nextResponseFrom(matchesUrl: (url: string) => boolean): Promise<Exchange> {
    return new Promise((resolve) => {
      const listener = (exchange: Exchange) => {
        if (!matchesUrl(exchange.sent.url.href)) return
        this.#responseListeners.delete(listener)
        resolve(exchange)
      }
      this.#responseListeners.add(listener)
    })
  }

  get isIdle(): boolean {
    return this.#underWay.size === 0
  }

  /** Resolves when no request waits for its response. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay)
  }

  async #exchange(sent: SentRequest): Promise<Response> {
    for (const listener of this.#sentListeners) listener(sent)
    if (this.isOffline) throw networkError()
    const pass = () => this.send(sent)
    const entry = this.#answerers.find(({ address: urlPattern }) => urlPattern.test(sent.url.href))
    const response = entry ? await entry.answer(sent, pass) : await pass()
    for (const listener of this.#responseListeners) listener({ sent, status: response.status })
    return response
  }
}

function toPageRequest(
  input: RequestInfo | URL,
  { method = 'GET', headers, body }: RequestInit,
): SentRequest {
  const url = new URL(input instanceof Request ? input.url : input, ORIGIN)
  if (body !== undefined && body !== null && typeof body !== 'string') {
    throw new TypeError(`A body of another kind than text goes to ${url}`)
  }
  return {
    url,
    method,
    body: body ?? undefined,
    headers: {
      'sec-fetch-site': 'same-origin',
      'user-agent': navigator.userAgent,
      ...(method !== 'GET' && { origin: ORIGIN }),
      ...Object.fromEntries(new Headers(headers)),
    },
  }
}

const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

type InjectedHeaders = Record<string, string | string[] | number | undefined>

function toResponse(status: number, injected: InjectedHeaders, body: Buffer): Response {
  const headers = new Headers()
  for (const [name, value] of Object.entries(injected)) {
    // A page cannot read the cookies of a response.
    if (value !== undefined && name !== 'set-cookie') headers.set(name, String(value))
  }
  const isEmpty = [204, 205, 304].includes(status)
  return new Response(isEmpty ? null : new Uint8Array(body), { status, headers })
}
