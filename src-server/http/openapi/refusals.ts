import { type ErrorCode, httpStatusOf } from '../../shared/errors.ts'
import { type Reason, reasons } from '../../shared/reasons.ts'
import { header, rateHeaders, replayHeader, requestIdHeader } from './parts.ts'
import { type JsonSchema, schemaRef } from './schemas.ts'

/** The refusals that operations share, and what each code means. */

type Refusal = {
  /** The name of the shared answer. */
  name: string
  meaning: string
  /** What the caller does about it. */
  advice: string
  title: string
  detail: string
  reason?: string
  issues?: { path: string; message: string }[]
  headers?: JsonSchema
}

export const refusals: Record<ErrorCode, Refusal> = {
  invalid: {
    name: 'Invalid',
    meaning: 'The request cannot be read, or `issues` are wrong with it.',
    advice: 'Mend the request. Fields that are not known are refused too.',
    title: 'Bad Request',
    detail: 'The amount must be more than 0.',
    issues: [{ path: 'amount', message: 'The amount must be more than 0.' }],
  },
  unauthenticated: {
    name: 'Unauthenticated',
    meaning: 'Nobody is signed in, or the API key is not valid any more.',
    advice: 'Send a key that is valid, or sign in.',
    title: 'Unauthorized',
    detail: 'Please sign in, or send an API key.',
  },
  forbidden: {
    name: 'Forbidden',
    meaning: 'The caller is known and may not do this.',
    advice: 'See the reason. Sending it again does not help.',
    title: 'Forbidden',
    detail: 'This API key lacks the scope write.',
    reason: 'scope_missing',
  },
  not_found: {
    name: 'NotFound',
    meaning: 'There is no such object, or it belongs to another merchant.',
    advice: 'Check the id, and that the key is of the right merchant.',
    title: 'Not Found',
    detail: 'There is no such transaction.',
  },
  conflict: {
    name: 'Conflict',
    meaning: 'The state of things forbids it.',
    advice:
      'See the reason. With `Retry-After` wait and send it again; else read the object first.',
    title: 'Conflict',
    detail: 'A request with this Idempotency-Key is still running.',
    reason: 'idempotency_in_progress',
    headers: { ...replayHeader, 'Retry-After': header('RetryAfterRunning') },
  },
  too_large: {
    name: 'TooLarge',
    meaning: 'The body has more than 64 kB.',
    advice: 'Send less.',
    title: 'Payload Too Large',
    detail: 'The body may have at most 64 kB.',
  },
  unsupported_media_type: {
    name: 'UnsupportedMediaType',
    meaning: 'The body is not said to be JSON.',
    advice: 'Send `Content-Type: application/json`.',
    title: 'Unsupported Media Type',
    detail: 'Send JSON: Content-Type must be application/json.',
  },
  unprocessable: {
    name: 'Unprocessable',
    meaning: 'This `Idempotency-Key` was sent before with another request.',
    advice: 'Use a new key for a new request.',
    title: 'Unprocessable Content',
    detail:
      'This Idempotency-Key was sent before with another request. Use a new key for a new request.',
    reason: 'idempotency_key_reused',
  },
  limit: {
    name: 'TooManyRequests',
    meaning: 'The API key, the session or the address has sent too many requests.',
    advice: 'Wait as long as `Retry-After` says.',
    title: 'Too Many Requests',
    detail: 'Too many requests with this API key. Please wait.',
    headers: { 'Retry-After': header('RetryAfter'), ...rateHeaders },
  },
  unavailable: {
    name: 'Unavailable',
    meaning:
      'The service cannot take this now: something that it needs does not answer, or there is too much to do. Nothing was changed.',
    advice:
      'Wait as long as `Retry-After` says and send it again, with the same `Idempotency-Key`.',
    title: 'Service Unavailable',
    detail: 'The database cannot take this now. Please try again.',
    headers: { 'Retry-After': header('RetryAfter') },
  },
  internal: {
    name: 'Internal',
    meaning: 'A fault on our side. It tells nothing else, but is logged under its `requestId`.',
    advice: 'Send it again with the same `Idempotency-Key`; if it stays, quote the `requestId`.',
    title: 'Internal Server Error',
    detail: 'Something went wrong on our side. Nothing was changed unless a later look shows it.',
  },
}

/** The reasons that come with a code. */
export const reasonsOf = (code: ErrorCode): Reason[] =>
  (Object.keys(reasons) as Reason[]).filter((reason) =>
    (reasons[reason].codes as readonly ErrorCode[]).includes(code),
  )

function reasonsInWords(code: ErrorCode): string {
  const names = reasonsOf(code).map((reason) => `\`${reason}\``)
  return names.length === 0 ? '' : `Reasons: ${names.join(', ')}.`
}

export const responses = Object.fromEntries(
  Object.entries(refusals).map(([code, { name, meaning, advice, headers, ...problem }]) => [
    name,
    {
      description: [meaning, advice, reasonsInWords(code as ErrorCode)].filter(Boolean).join(' '),
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
