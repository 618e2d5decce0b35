import { BoundedMap } from '#server/shared/bounded-map.ts'
import { type Mode, modes } from '#server/shared/mode.ts'
import { PayPalError } from './paypal-errors.ts'

export type PayPalRequest = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  /** Sent as JSON. */
  body?: unknown
  /** Sent unchanged as JSON: a webhook's signature is valid only for the exact bytes of its event. */
  json?: string
  /** Sent as it is, with its type. */
  content?: { type: string; bytes: Buffer }
  /** Value of `PayPal-Request-Id`, which is PayPal's idempotency key. */
  requestId?: string
}

/** Calls with the credentials of one REST app. Returns the parsed response; undefined when it has no body. */
export type PayPalClient = { call: (request: PayPalRequest) => Promise<unknown> }

export type PayPalClients = {
  of: (secretKey: string) => PayPalClient
  /** Returns the mode that the credentials belong to; null when they are valid in neither mode. */
  modeOf: (secretKey: string) => Promise<Mode | null>
}

/** An access token, which PayPal issues for some hours, and the mode whose host issued it. */
type Session = { mode: Mode; token: string }

/** After this time without a response, the outcome of a call is unknown. */
const RESPONSE_TIMEOUT_MS = 20_000
/** Form of a PayPal account's secret key: the client ID and the secret of its REST app, joined by a colon. */
const CREDENTIALS = /^[\w-]+:[\w-]+$/
/** Number of access tokens kept in memory. A further token replaces the oldest. */
const MAX_SESSIONS = 200

export type PayPalClientOptions = {
  apiUrls: Readonly<Record<Mode, string>>
  timeoutMs?: number | undefined
}

/** Returns clients for PayPal's REST API. Access tokens stay in memory until PayPal refuses them. */
export function createPayPalClients({
  apiUrls,
  timeoutMs = RESPONSE_TIMEOUT_MS,
}: PayPalClientOptions): PayPalClients {
  const sessions = new BoundedMap<string, Promise<Session>>(MAX_SESSIONS)

  const openSession = (secretKey: string): Promise<Session> => {
    const cached = sessions.get(secretKey)
    if (cached) return cached
    const opening = findSession(secretKey, { apiUrls, timeoutMs })
    sessions.set(secretKey, opening)
    opening.catch(() => sessions.delete(secretKey))
    return opening
  }

  async function call(secretKey: string, request: PayPalRequest): Promise<unknown> {
    const session = openSession(secretKey)
    try {
      return await send(await session, request, { apiUrls, timeoutMs })
    } catch (error) {
      if (!(error instanceof PayPalError) || error.status !== 401) throw error
      // The token has expired, or the secret was changed: nothing was done, so a second call cannot repeat an effect.
      if (sessions.get(secretKey) === session) sessions.delete(secretKey)
      return send(await openSession(secretKey), request, { apiUrls, timeoutMs })
    }
  }

  return {
    of: (secretKey) => ({ call: (request) => call(secretKey, request) }),
    modeOf: (secretKey) =>
      openSession(secretKey).then(
        ({ mode }) => mode,
        (error: unknown) => {
          if (error instanceof PayPalError && error.status === 401) return null
          throw error
        },
      ),
  }
}

type Connection = Required<Pick<PayPalClientOptions, 'apiUrls'>> & { timeoutMs: number }

/** Requests a token from the hosts of both modes, since nothing in the credentials shows their mode. */
async function findSession(secretKey: string, connection: Connection): Promise<Session> {
  // A key of another processor must not be sent to PayPal.
  if (!CREDENTIALS.test(secretKey)) {
    throw new PayPalError(401, { message: 'These are not the client id and secret of a REST app' })
  }
  // The first token counts: a mode's host that does not respond must not delay accounts of the other mode.
  const opening = modes.map((mode) => requestToken(secretKey, mode, connection))
  const session = await Promise.any(opening).catch(() => undefined)
  if (session) return session
  const results = await Promise.allSettled(opening)
  const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  const isRejected = (error: unknown) => error instanceof PayPalError && error.status === 401
  // While a host does not respond, the credentials may be valid there.
  throw errors.find((error) => !isRejected(error)) ?? errors[0]
}

async function requestToken(
  secretKey: string,
  mode: Mode,
  { apiUrls, timeoutMs }: Connection,
): Promise<Session> {
  const response = await fetch(`${apiUrls[mode]}/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(secretKey).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  const body = await readBody(response)
  const token = typeof body === 'object' && body !== null && 'access_token' in body
  if (!token || typeof body.access_token !== 'string') throw new Error('PayPal issued no token')
  return { mode, token: body.access_token }
}

async function send(
  { mode, token }: Session,
  { method, path, body, json, content, requestId }: PayPalRequest,
  { apiUrls, timeoutMs }: Connection,
): Promise<unknown> {
  const text = json ?? (body === undefined ? undefined : JSON.stringify(body))
  const sent = content ? new Uint8Array(content.bytes) : text
  const response = await fetch(`${apiUrls[mode]}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': content?.type ?? 'application/json',
      prefer: 'return=representation',
      ...(requestId !== undefined && { 'paypal-request-id': requestId }),
    },
    ...(sent !== undefined && { body: sent }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  return readBody(response)
}

/** @throws PayPalError when the status is not 2xx, and Error when the body is not JSON. */
async function readBody(response: Response): Promise<unknown> {
  const text = await response.text()
  const body = parseJson(text)
  if (!response.ok) throw new PayPalError(response.status, body)
  if (text === '') return undefined
  if (body === undefined) throw new Error('PayPal’s response is not JSON')
  return body
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
