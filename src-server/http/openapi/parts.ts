import { type ErrorCode, httpStatusOf } from '../../shared/errors.ts'
import { type JsonSchema, schemaRef } from './schemas.ts'

/** The parameters, headers, answers and ways to sign in that many operations share. */

const parameter = (name: string) => ({ $ref: `#/components/parameters/${name}` })
const header = (name: string) => ({ $ref: `#/components/headers/${name}` })
const text = { type: 'string' }
const count = { type: 'integer', minimum: 0 }

export const parameters = {
  ApiVersion: {
    name: 'Api-Version',
    in: 'header',
    description: 'The version to answer in, instead of the one that the key speaks',
    schema: { type: 'string', enum: ['v1', 'v2'] },
    example: 'v1',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Makes sending the request again safe: 1 to 255 visible ASCII characters',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
    example: 'order-1042',
  },
  PaymentIdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes sending the payment again safe: 1 to 255 visible ASCII characters, a new one for each payment. **Required with an API key**; a signed-in person may leave it out.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
    example: 'order-1042',
  },
}

export const apiVersion = parameter('ApiVersion')
export const idempotencyKey = parameter('IdempotencyKey')
export const paymentIdempotencyKey = parameter('PaymentIdempotencyKey')

export const headers = {
  ApiVersion: {
    description: 'The version of this answer',
    required: true,
    schema: { type: 'string', enum: ['v1', 'v2'] },
    example: 'v1',
  },
  IdempotentReplayed: {
    description: 'Only when this answer was given before to the same `Idempotency-Key`',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  RequestId: {
    description: 'Names the request in our log',
    required: true,
    schema: { type: 'string', pattern: '^req_' },
    example: 'req_8Zk2mQ4xT7vB1nC5',
  },
  RateLimitPolicy: {
    description:
      'The limit that holds for the caller: `q` requests at once, full again after `w` seconds. `"key"`, `"session"`, or `"address"` for whoever shows no credentials. (draft-ietf-httpapi-ratelimit-headers)',
    schema: { type: 'string', pattern: '^"(?:key|session|address)";q=\\d+;w=\\d+$' },
    example: '"key";q=200;w=2',
  },
  RateLimit: {
    description: 'What is left of it: `r` requests, and all of them again after `t` seconds',
    schema: { type: 'string', pattern: '^"(?:key|session|address)";r=\\d+;t=\\d+$' },
    example: '"key";r=199;t=1',
  },
  RetryAfter: {
    description: 'Seconds to wait before the next try',
    required: true,
    schema: { type: 'integer', minimum: 1 },
    example: 1,
  },
  RetryAfterRunning: {
    description: 'Seconds to wait; only with the reason `idempotency_in_progress`',
    schema: { type: 'integer', minimum: 1 },
    example: 1,
  },
  TotalCount: {
    description: 'How many rows the filter finds',
    required: true,
    schema: count,
    example: 3,
  },
  TotalCountExact: {
    description: 'Only when there are more rows than were counted',
    schema: { type: 'string', const: 'false' },
    example: 'false',
  },
  Link: {
    description: 'The next page (RFC 8288); absent on the last one',
    schema: { type: 'string', pattern: '^<[^>]+>; rel="next"$' },
    example: '</api/transactions?limit=1&cursor=WyItY3JlYXRlZEF0Il0>; rel="next"',
  },
  ContentDisposition: {
    description: 'A file name that tells the day and the filter',
    required: true,
    schema: text,
    example: 'attachment; filename="incasso-transactions_2026-01-31_status-success.csv"',
  },
}

export const requestIdHeader = { 'X-Request-Id': header('RequestId') }
const rateHeaders = {
  'RateLimit-Policy': header('RateLimitPolicy'),
  RateLimit: header('RateLimit'),
}
export const everyHeader = {
  ...requestIdHeader,
  'Api-Version': header('ApiVersion'),
  ...rateHeaders,
}
export const replayHeader = { 'Idempotent-Replayed': header('IdempotentReplayed') }
export const fileHeaders = { 'Content-Disposition': header('ContentDisposition') }
export const listHeaders = {
  'X-Total-Count': header('TotalCount'),
  'X-Total-Count-Exact': header('TotalCountExact'),
  Link: header('Link'),
}

type Refusal = {
  /** The name of the shared answer. */
  name: string
  description: string
  title: string
  detail: string
  reason?: string
  issues?: { path: string; message: string }[]
  headers?: JsonSchema
}

const refusals: Record<ErrorCode, Refusal> = {
  invalid: {
    name: 'Invalid',
    description: 'The request cannot be read, or `issues` are wrong with it.',
    title: 'Bad Request',
    detail: 'amount: must be more than 0',
    issues: [{ path: 'amount', message: 'must be more than 0' }],
  },
  unauthenticated: {
    name: 'Unauthenticated',
    description: 'Nobody is signed in, or the API key is not valid any more.',
    title: 'Unauthorized',
    detail: 'Please sign in, or send an API key.',
  },
  forbidden: {
    name: 'Forbidden',
    description:
      'The caller may not do this: a scope is missing (`scope_missing`), keys are not admitted (`key_not_admitted`), the onboarding is not complete (`no_merchant`), or the request comes from another site (`foreign_origin`).',
    title: 'Forbidden',
    detail: 'This API key lacks the scope write.',
    reason: 'scope_missing',
  },
  not_found: {
    name: 'NotFound',
    description: 'There is no such object, or it belongs to another merchant.',
    title: 'Not Found',
    detail: 'There is no such transaction.',
  },
  conflict: {
    name: 'Conflict',
    description:
      'The state of things forbids it, or the first request with this `Idempotency-Key` is still running (`idempotency_in_progress`).',
    title: 'Conflict',
    detail: 'A request with this Idempotency-Key is still running.',
    reason: 'idempotency_in_progress',
    headers: { ...replayHeader, 'Retry-After': header('RetryAfterRunning') },
  },
  too_large: {
    name: 'TooLarge',
    description: 'The body has more than 64 kB.',
    title: 'Payload Too Large',
    detail: 'The body may have at most 64 kB.',
  },
  unsupported_media_type: {
    name: 'UnsupportedMediaType',
    description: 'The body is not said to be JSON.',
    title: 'Unsupported Media Type',
    detail: 'Send JSON: Content-Type must be application/json.',
  },
  unprocessable: {
    name: 'Unprocessable',
    description: 'This `Idempotency-Key` was sent before with another request.',
    title: 'Unprocessable Content',
    detail:
      'This Idempotency-Key was sent before with another request. Use a new key for a new request.',
    reason: 'idempotency_key_reused',
  },
  limit: {
    name: 'TooManyRequests',
    description: 'The API key, the session or the address has sent too many requests.',
    title: 'Too Many Requests',
    detail: 'Too many requests with this API key. Please wait.',
    headers: { 'Retry-After': header('RetryAfter'), ...rateHeaders },
  },
  unavailable: {
    name: 'Unavailable',
    description:
      'The service cannot take this now: the database does not answer, or there is more to do than can be done (`overloaded`). Nothing was changed. Try again.',
    title: 'Service Unavailable',
    detail: 'The database cannot take this now. Please try again.',
    headers: { 'Retry-After': header('RetryAfter') },
  },
  internal: {
    name: 'Internal',
    description: 'A fault on our side. It tells nothing else, but is logged under its `requestId`.',
    title: 'Internal Server Error',
    detail: 'Something went wrong on our side. Nothing was changed unless a later look shows it.',
  },
}

export const responses = Object.fromEntries(
  Object.entries(refusals).map(([code, { name, description, headers, ...problem }]) => [
    name,
    {
      description,
      headers: { ...requestIdHeader, ...headers },
      content: {
        'application/problem+json': {
          schema: schemaRef('Problem'),
          example: {
            type: 'about:blank',
            ...problem,
            status: httpStatusOf[code as ErrorCode],
            code,
            requestId: 'req_8Zk2mQ4xT7vB1nC5',
          },
        },
      },
    },
  ]),
)

/** The answers of an operation that refuses with these codes, by status. */
export const refusalsFor = (codes: Iterable<ErrorCode>): JsonSchema =>
  Object.fromEntries(
    [...new Set(codes)].map((code) => [
      String(httpStatusOf[code]),
      { $ref: `#/components/responses/${refusals[code].name}` },
    ]),
  )

export const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key: `Authorization: Bearer sk_test_…`',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'incasso.session_token',
    description:
      'The session of somebody who signed in at the dashboard. Over https its name begins with `__Host-`.',
  },
}
