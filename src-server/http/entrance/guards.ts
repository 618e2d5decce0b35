import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config/config.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { PAY_PATH } from '#server/features/payment-links/link-token.ts'
import { PAYER_PATH } from '#server/services/processors/sandbox/payer-page.ts'
import { mediaTypeOf } from './bodies/file-body.ts'
import { MAX_HEADERS } from './http-server.ts'
import { canonicalUrl, pathOf, trpcCalls } from './request-url.ts'

/** HTTP methods that change nothing. */
export const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Every other method is refused: TRACE would return a browser's cookies to a script. */
const admittedMethods = new Set([...safeMethods, 'POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * The two forms that are sent without a script: the sandbox's payer page and the payment link's page. They read no
 * cookie, so anyone who knows their URL may send them.
 */
export const PAYER_ROUTE = `${PAYER_PATH}/:token`
export const PAY_ROUTE = `${PAY_PATH}/:token`

const takesForm = ({ method, routeOptions }: FastifyRequest): boolean =>
  method === 'POST' && (routeOptions.url === PAYER_ROUTE || routeOptions.url === PAY_ROUTE)

declare module 'fastify' {
  interface FastifyRequest {
    /** Number of calls in this request; each takes a token of the caller's rate limit. */
    calls?: number
  }
}

/** Characters. The longest URL of the dashboard contains a filter and a cursor. */
const MAX_URL = 8 * 1024

/**
 * Refuses requests that another site could make a visitor's browser send: anything but JSON or a file for a route that
 * takes one, and any change from a foreign origin. Runs before a body is read or a procedure runs.
 */
export function registerGuards(app: FastifyInstance, config: Config): void {
  const origins = new Set(config.allowedOrigins)
  app.addHook('onRequest', async (request, reply) => {
    if (matchesPath(request, dataPaths)) reply.header('cache-control', 'no-store')
    assertReadable(request)
    assertKeyAdmitted(request)
    countCalls(request)
    if (safeMethods.has(request.method)) return
    if (takesForm(request)) assertForm(request)
    else if (request.routeOptions.config.fileTypes) assertFile(request)
    else assertJson(request)
    assertOrigin(request, origins)
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!safeMethods.has(request.method)) varyByOrigin(reply)
    done(null, payload)
  })
}

/** Tests the URL and the matched route: requests without a matching route have only a URL. */
const matchesPath = ({ url, routeOptions }: FastifyRequest, paths: RegExp): boolean =>
  paths.test(pathOf(url)) || paths.test(routeOptions.url ?? '')

const dataPaths = /^\/(?:api|trpc)(?:\/|$)/

/** The headers that decide whether a change is refused. */
export const GUARD_HEADERS = 'Origin, Sec-Fetch-Site'

/** Adds to `vary`, because compression has set its own headers there. */
function varyByOrigin(reply: FastifyReply): void {
  const currentVary = reply.getHeader('vary')
  reply.header('vary', [currentVary, GUARD_HEADERS].flat().filter(Boolean).join(', '))
}

/**
 * Checks the method, the length and the spelling of a request. The method is the request line's: no header such as
 * X-HTTP-Method-Override changes it.
 */
function assertReadable({ method, url, raw }: FastifyRequest): void {
  if (!admittedMethods.has(method)) {
    throw new AppError('invalid', 'This HTTP method is not supported.', {
      reason: 'method_unknown',
    })
  }
  if (url.length > MAX_URL || raw.rawHeaders.length > 2 * MAX_HEADERS) {
    throw new AppError('invalid', 'The address or the headers are too long.', {
      reason: 'headers_too_long',
    })
  }
  // URLs were rewritten to their canonical spelling before routing. A URL that still differs has none.
  if (canonicalUrl(url) !== url) {
    throw new AppError(
      'invalid',
      'Different programs would read this URL in different ways. Send it in its plain form.',
      {
        reason: 'address_unreadable',
      },
    )
  }
}

/** Calls for signed-in users only: a leaked API key must not create more keys or read the audit log. */
const closedToKeys =
  /^\/(?:trpc|api\/(?:api-keys|integrations|processor-accounts|audit-log|auth|merchant\/onboarding))(?:\/|$)/

const keyInText = /sk_(?:test|live)_/i

/**
 * Matches five characters after `sk_test_` or `sk_live_`. A URL may contain four of them: those are in the key's
 * prefix, which lists show and by which the request log is filtered.
 */
const keyInUrl = /sk_(?:test|live)_\w{5}/i

/** Refuses before any lookup, so that callers cannot learn here whether an API key is valid. */
function assertKeyAdmitted(request: FastifyRequest): void {
  const { url, headers } = request
  const credentials = headers.authorization ?? ''
  if (keyInText.test(credentials) && matchesPath(request, closedToKeys)) {
    throw new AppError('forbidden', 'API keys are not admitted here. Please sign in.', {
      reason: 'key_not_admitted',
    })
  }
  if (keyInUrl.test(decodeEscapes(url))) {
    throw new AppError(
      'invalid',
      'The URL contains an API key. Revoke that key and send the new one in the Authorization header.',
      {
        reason: 'key_in_url',
      },
    )
  }
}

/** Decodes each escape separately: a query may contain malformed ones. */
const decodeEscapes = (url: string): string =>
  url.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )

const isJson = (contentType: string | undefined): boolean =>
  /^application\/json(?:\s*;|$)/i.test(contentType ?? '')

function assertJson({ headers }: FastifyRequest): void {
  const hasBody =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  if (headers['content-type'] === undefined && !hasBody) return
  if (!isJson(headers['content-type'])) {
    throw new AppError(
      'unsupported_media_type',
      'Send JSON: Content-Type must be application/json.',
    )
  }
}

function assertFile(request: FastifyRequest): void {
  const types = request.routeOptions.config.fileTypes ?? []
  const type = mediaTypeOf(request)
  // The call itself refuses JSON and a missing file, after the caller is authenticated.
  if (type === '' || isJson(type) || types.includes(type)) return
  throw new AppError(
    'unsupported_media_type',
    `Send the file itself: Content-Type must be ${types.join(' or ')}.`,
  )
}

function assertForm({ headers }: FastifyRequest): void {
  if (/^application\/x-www-form-urlencoded(?:\s*;|$)/i.test(headers['content-type'] ?? '')) return
  throw new AppError('unsupported_media_type', 'Send the form of the page.')
}

/**
 * Refuses requests from other sites. Browsers state the origin of an unsafe request in Sec-Fetch-Site or Origin;
 * programs send neither. A program's POST must have the JSON content type: a browser sends that, or another unsafe
 * method, to a foreign site only after a preflight request.
 */
function assertOrigin(request: FastifyRequest, origins: Set<string>): void {
  const { headers, method } = request
  if (headers.authorization !== undefined) return
  const site = headers['sec-fetch-site']
  // A page with a strict referrer policy sends the origin "null", even to its own site.
  const origin = takesForm(request) && headers.origin === 'null' ? undefined : headers.origin
  const isForeign =
    (site !== undefined && site !== 'same-origin' && site !== 'none') ||
    (origin !== undefined && !origins.has(origin))
  if (isForeign) {
    throw new AppError('forbidden', 'This request comes from another site.', {
      reason: 'foreign_origin',
    })
  }
  const isOriginUnknown = site === undefined && origin === undefined
  if (takesForm(request)) return
  if (isOriginUnknown && method === 'POST' && !isJson(headers['content-type'])) {
    throw new AppError(
      'unsupported_media_type',
      'Send Content-Type: application/json, also with an empty body.',
    )
  }
}

/**
 * Maximum number of calls in a batch. A page loads all its data in one batch; a larger batch would pass as one request.
 */
export const MAX_CALLS = 10

/** Refuses batched mutations: each is a request of its own, so that one response reports one change. */
function countCalls(request: FastifyRequest): void {
  if (!request.routeOptions.url?.startsWith('/trpc')) return
  const requestedCalls = trpcCalls(request.url)
  if (!requestedCalls) throw new AppError('invalid', 'There is no call at this address.')
  const { names, isBatch } = requestedCalls
  if (!safeMethods.has(request.method) && (isBatch || names.length > 1)) {
    throw new AppError('invalid', 'Mutations cannot be batched.')
  }
  if (names.length > MAX_CALLS) {
    throw new AppError('invalid', `A batch may hold at most ${MAX_CALLS} calls.`, {
      reason: 'batch_too_large',
    })
  }
  request.calls = names.length
}
