import { randomBytes } from 'node:crypto'
import type { PayPalAccount } from './account.ts'
import { malformed, PayPalRefusal, resourceNotFound } from './refusal.ts'
import { routes } from './routes.ts'
import type { StandInContext } from './stand-in-context.ts'

export type ApiRequest = {
  method: string
  /** Path without the prefix of the mode. */
  pathname: string
  query: URLSearchParams
  isLive: boolean
  body: string
  authorization: string
  requestId: string | undefined
  /** True when the call asks for the whole resource in the response. */
  wantsAll: boolean
}

export type ApiResponse = { status: number; body: string }

type Context = { accounts: readonly PayPalAccount[]; nowMs: number; url: string }

const TOKEN_MS = 9 * 3_600_000

/** Responses that PayPal repeats for a `PayPal-Request-Id`, by account. */
const keptResponses = new WeakMap<
  PayPalAccount,
  Map<string, { request: string; response: ApiResponse; untilMs: number }>
>()

/** Runs synchronously in one tick of the event loop, so that no other call sees a half-finished change. */
export function respondToApiCall(request: ApiRequest, apiContext: Context): ApiResponse {
  try {
    return request.pathname === '/v1/oauth2/token'
      ? issueToken(request, apiContext)
      : runRequest(request, apiContext)
  } catch (error) {
    if (error instanceof SyntaxError) return refusal(malformed('the body is not JSON'))
    if (!(error instanceof PayPalRefusal)) throw error
    return refusal(error)
  }
}

const refusal = ({ status, body }: PayPalRefusal): ApiResponse => ({
  status,
  body: JSON.stringify(body),
})

function issueToken({ authorization, isLive, body }: ApiRequest, { accounts, nowMs }: Context) {
  const basic = /^Basic (.+)$/.exec(authorization)?.[1] ?? ''
  const key = Buffer.from(basic, 'base64').toString('utf8')
  const account = accounts.find((each) => each.key === key && each.isLive === isLive)
  if (!account || body !== 'grant_type=client_credentials') {
    const error_description = 'Client Authentication failed'
    return { status: 401, body: JSON.stringify({ error: 'invalid_client', error_description }) }
  }
  const token = `A21AA${randomBytes(32).toString('hex')}`
  account.tokens.set(token, nowMs + TOKEN_MS)
  const expires_in = TOKEN_MS / 1000
  return {
    status: 200,
    body: JSON.stringify({ access_token: token, token_type: 'Bearer', expires_in }),
  }
}

function runRequest(request: ApiRequest, { accounts, nowMs, url }: Context): ApiResponse {
  const { method, pathname, query, isLive, body: json, requestId } = request
  const token = request.authorization.replace(/^Bearer /, '')
  const account = accounts.find(
    (each) => each.isLive === isLive && (each.tokens.get(token) ?? 0) > nowMs,
  )
  if (!account) throw new PayPalRefusal(401, 'AUTHENTICATION_FAILURE')
  const route = routes.find((each) => each.method === method && each.path.test(pathname))
  if (!route) throw resourceNotFound()
  if (route.feature && account.missing.has(route.feature)) throw notAuthorized()
  const context: StandInContext = {
    account,
    nowMs,
    apiUrl: `${url}/${isLive ? 'live' : 'sandbox'}`,
    pageUrl: url,
  }
  const text = `${method} ${pathname}\n${json}`
  const keys = keptResponses.get(account) ?? new Map()
  keptResponses.set(account, keys)
  const earlier = requestId === undefined ? undefined : keys.get(requestId)
  if (earlier && earlier.untilMs > nowMs) {
    if (earlier.request === text) return earlier.response
    throw new PayPalRefusal(422, 'UNPROCESSABLE_ENTITY', { issue: 'DUPLICATE_REQUEST_ID' })
  }
  const id = route.path.exec(pathname)?.[1] ?? ''
  const result = route.run(context, { id, json, query })
  const response = responseOf(result, { status: route.status ?? 200, isWhole: isWhole(request) })
  if (requestId !== undefined && route.keyLifetimeMs !== undefined) {
    keys.set(requestId, { request: text, response, untilMs: nowMs + route.keyLifetimeMs })
  }
  return response
}

/**
 * Returns false when PayPal responds with id, status and links only: to a change whose caller does not ask for more.
 */
const isWhole = ({ method, pathname, wantsAll }: ApiRequest): boolean =>
  method !== 'POST' || wantsAll || pathname.startsWith('/v1/')

function responseOf(
  result: unknown,
  { status, isWhole: all }: { status: number; isWhole: boolean },
) {
  if (result === undefined) return { status, body: '' }
  if (all) return { status, body: JSON.stringify(result) }
  const { id, status: state, links } = result as Record<string, unknown>
  return { status, body: JSON.stringify({ id, status: state, links }) }
}

const notAuthorized = () =>
  new PayPalRefusal(403, 'NOT_AUTHORIZED', {
    issue: 'PERMISSION_DENIED',
    description: 'You do not have permission to access or perform operations on this resource.',
  })
