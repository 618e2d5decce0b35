import { IncassoProblem, NoResponse } from './problems.ts'
import type { CheckedSettings } from './settings.ts'
import type { ProblemDocument } from './types.ts'

/** Options of every call. */
export type CallOptions = {
  /** Ends the call, also while it waits for a retry. */
  signal?: AbortSignal | undefined
  /** Milliseconds until an attempt without a complete response counts as lost. */
  timeoutMs?: number | undefined
}

/** Options of a call that an idempotency key makes safe to repeat. */
export type KeyedOptions = CallOptions & {
  /** 1 to 255 visible ASCII characters, such as the number of the order; random by default. */
  idempotencyKey?: string | undefined
}

/** The bytes of a file, and their media type. */
export type SentFile = { type: string; content: Blob | Uint8Array<ArrayBuffer> }

export type ApiRequest = {
  method: string
  path: string
  query?: object | undefined
  body?: unknown
  /** A file as the body, instead of JSON. */
  file?: SentFile | undefined
  idempotencyKey?: string | undefined
  /** True if sending the request twice has the effect of sending it once. */
  isRepeatable: boolean
  options: CallOptions
}

type ApiResponse = { response: Response; text: string }

const FIRST_BACKOFF_MS = 500
const LONGEST_BACKOFF_MS = 8000
const RETRIED_STATUSES = [500, 502, 503, 504]

/** Sends requests with the API key. Repeats a request whose response was lost, or was a temporary refusal. */
export class Transport {
  readonly #settings: CheckedSettings

  constructor(settings: CheckedSettings) {
    this.#settings = settings
  }

  /** Returns the parsed body of a successful response; undefined for 204. */
  async json(request: ApiRequest): Promise<unknown> {
    const { response, text } = await this.#send(request, false)
    if (response.status === 204 || !response.ok) return undefined
    const body = parseJson(text)
    const version = response.headers.get('api-version') ?? 'v2'
    if (body !== undefined && version === 'v2') return body
    const detail =
      body === undefined
        ? 'The response is not JSON. Is baseUrl the URL of an Incasso server?'
        : `The first call with this idempotency key used version ${version}, so its response did too. Read the object.`
    throw this.#problem(response, { detail }, request)
  }

  /**
   * Returns a successful response whose body the caller reads, such as an export. The timeout ends with its headers.
   */
  async stream(request: ApiRequest): Promise<Response> {
    return (await this.#send(request, true)).response
  }

  async #send(request: ApiRequest, isStream: boolean): Promise<ApiResponse> {
    const { environment } = this.#settings
    const { signal } = request.options
    const [url, init] = this.#fetchInput(request)
    let mayBeDone = false
    for (let attempt = 1; ; attempt++) {
      const failure = await this.#attempt(url, init, request.options, isStream).then(
        (exchange) => {
          const { response, text } = exchange
          if (response.ok) return exchange
          // An earlier attempt, whose response was lost, has deleted the object.
          if (mayBeDone && request.method === 'DELETE' && response.status === 404) return exchange
          return this.#problem(response, documentOf(response, text), request)
        },
        (cause: unknown) => {
          signal?.throwIfAborted()
          return new NoResponse({ cause, attempts: attempt, ...keyOf(request) })
        },
      )
      if (!(failure instanceof Error)) return failure
      const delayMs =
        attempt > this.#settings.maxRetries ? undefined : this.#delayMs(failure, request, attempt)
      if (delayMs === undefined) throw failure
      mayBeDone ||= failure instanceof NoResponse || failure.status >= 500
      await environment.sleep(delayMs, signal)
    }
  }

  #fetchInput({
    method,
    path,
    query,
    body,
    file,
    idempotencyKey,
  }: ApiRequest): [string, RequestInit] {
    if (idempotencyKey !== undefined && !/^[\x21-\x7e]{1,255}$/.test(idempotencyKey)) {
      throw new TypeError('idempotencyKey must be 1 to 255 visible ASCII characters')
    }
    const url = new URL(`${this.#settings.baseUrl}${path}`)
    for (const [name, value] of Object.entries(query ?? {})) {
      if (value !== undefined && value !== null) url.searchParams.set(name, String(value))
    }
    const headers: Record<string, string> = {
      authorization: `Bearer ${this.#settings.key}`,
      'api-version': 'v2',
      accept: 'application/json',
    }
    if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey
    if (body !== undefined) headers['content-type'] = 'application/json'
    // A followed redirect would turn POST into GET.
    const init: RequestInit = { method, headers, redirect: 'manual' }
    if (body !== undefined) init.body = JSON.stringify(body)
    if (file !== undefined) {
      headers['content-type'] = file.type
      init.body = file.content
    }
    return [url.href, init]
  }

  async #attempt(
    url: string,
    init: RequestInit,
    options: CallOptions,
    isStream: boolean,
  ): Promise<ApiResponse> {
    const timeoutMs = options.timeoutMs ?? this.#settings.timeoutMs
    const controller = new AbortController()
    const expire = () =>
      controller.abort(new DOMException(`nothing within ${timeoutMs} ms`, 'TimeoutError'))
    const timer = setTimeout(expire, timeoutMs)
    const signals = [controller.signal, ...(options.signal ? [options.signal] : [])]
    try {
      const signal = AbortSignal.any(signals)
      const response = await this.#settings.environment.fetch(url, { ...init, signal })
      const isRead = !(isStream && response.ok)
      return { response, text: isRead ? await response.text() : '' }
    } finally {
      clearTimeout(timer)
    }
  }

  /** Returns how long to wait before the next attempt; undefined if a retry is useless, unsafe or too far away. */
  #delayMs(
    failure: IncassoProblem | NoResponse,
    request: ApiRequest,
    attempt: number,
  ): number | undefined {
    const { environment, maxRetryAfterMs } = this.#settings
    const isProblem = failure instanceof IncassoProblem
    // The server refuses with 429 before it does anything.
    const isRefusedEarly = isProblem && failure.status === 429
    const isTemporary =
      !isProblem ||
      RETRIED_STATUSES.includes(failure.status) ||
      failure.reason === 'idempotency_in_progress'
    if (!isRefusedEarly && !(isTemporary && request.isRepeatable)) return undefined
    const retryAfterMs = isProblem ? failure.retryAfterMs : undefined
    // Random parts spread the retries of clients that failed together.
    if (retryAfterMs === undefined) {
      const backoffMs = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1))
      return (backoffMs * (1 + environment.random())) / 2
    }
    if (retryAfterMs > maxRetryAfterMs) return undefined
    return retryAfterMs + environment.random() * Math.min(1000, retryAfterMs)
  }

  #problem(response: Response, document: Partial<ProblemDocument>, request: ApiRequest) {
    const { status, headers } = response
    return new IncassoProblem({
      status,
      document,
      requestId: headers.get('x-request-id') ?? undefined,
      retryAfterMs: this.#retryAfterMs(headers.get('retry-after')),
      ...keyOf(request),
    })
  }

  /** Reads `Retry-After`: seconds or, from a proxy, a date. */
  #retryAfterMs(value: string | null): number | undefined {
    if (value === null) return undefined
    if (/^\d+$/.test(value)) return Number(value) * 1000
    const at = Date.parse(value)
    return Number.isNaN(at) ? undefined : Math.max(0, at - this.#settings.environment.now())
  }
}

const keyOf = ({ idempotencyKey }: ApiRequest) => ({ idempotencyKey })

function documentOf(response: Response, text: string): Partial<ProblemDocument> {
  const location = response.headers.get('location')
  if (response.status < 400 && location !== null) {
    return { detail: `The server redirects to ${location}. Set baseUrl to the URL that responds.` }
  }
  const document = parseJson(text)
  return typeof document === 'object' && document !== null ? document : {}
}

/** Returns undefined for text that is not JSON, such as the error page of a proxy. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
