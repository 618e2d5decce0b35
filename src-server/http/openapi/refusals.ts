import { z } from 'zod'
import { describeSchema, type JsonSchema, schemaRef } from '#server/core/calls/docs.ts'
import { type ErrorCode, httpStatusOf } from '#server/shared/reasons/errors.ts'
import { type Reason, reasons } from '#server/shared/reasons/reasons.ts'
import { headerRef, rateHeaders, replayHeader, requestIdHeader } from './parts.ts'

/** The refusals that operations share, and the meaning of each code. */

export const Problem = describeSchema(
  z.strictObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.enum(Object.keys(httpStatusOf) as [ErrorCode, ...ErrorCode[]]),
    reason: z.enum(Object.keys(reasons) as [Reason, ...Reason[]]).optional(),
    issues: z.array(z.strictObject({ path: z.string(), message: z.string() })).optional(),
    transactionId: z.string().optional(),
    current: z.record(z.string(), z.unknown()).optional(),
    requestId: z.string(),
  }),
  {
    description: 'Reason why a call was refused (RFC 9457).',
    fields: {
      type: 'Always `about:blank`: `code` and `reason` identify the kind',
      detail: 'Sentence for a person',
      code: 'The kind of refusal; each has one HTTP status',
      reason: 'More specific reason, where there is one',
      issues: 'Errors of the request, by field',
      transactionId: 'The payment that is in the way, with `reference_open` and `reference_paid`',
      current: 'The current state of the object, such as with the reason `draft_changed`',
      requestId: 'Id of the request in the server’s log; a replayed refusal names the first one',
    },
  },
)

type Refusal = {
  /** Name of the shared response. */
  name: string
  meaning: string
  /** Advice for the caller. */
  advice: string
  title: string
  detail: string
  reason?: string
  issues?: { path: string; message: string }[]
  headers?: JsonSchema
}

/** Meaning, advice and an example of each error code. */
export const refusals: Record<ErrorCode, Refusal> = {
  invalid: {
    name: 'Invalid',
    meaning: 'The request cannot be read, or the fields in `issues` are wrong.',
    advice: 'Correct the request. Unknown fields are refused too.',
    title: 'Bad Request',
    detail: 'The amount must be more than 0.',
    issues: [{ path: 'amount', message: 'The amount must be more than 0.' }],
  },
  unauthenticated: {
    name: 'Unauthenticated',
    meaning: 'The request has neither a valid session nor a valid API key.',
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
    meaning: 'The current state of the object does not allow it.',
    advice:
      'See the reason. With `Retry-After`, wait and send it again; otherwise read the object first.',
    title: 'Conflict',
    detail: 'A request with this Idempotency-Key is still running.',
    reason: 'idempotency_in_progress',
    headers: { ...replayHeader, 'Retry-After': headerRef('RetryAfterRunning') },
  },
  too_large: {
    name: 'TooLarge',
    meaning: 'The body has more than 64 kB.',
    advice: 'Send a smaller body.',
    title: 'Payload Too Large',
    detail: 'The body may have at most 64 kB.',
  },
  unsupported_media_type: {
    name: 'UnsupportedMediaType',
    meaning: 'The `Content-Type` of the body is not JSON.',
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
    meaning: 'The API key, the session or the IP address has sent too many requests.',
    advice: 'Wait as long as `Retry-After` says.',
    title: 'Too Many Requests',
    detail: 'Too many requests with this API key. Please wait.',
    headers: { 'Retry-After': headerRef('RetryAfter'), ...rateHeaders },
  },
  unavailable: {
    name: 'Unavailable',
    meaning:
      'The service is too busy, or something that it needs does not respond. Nothing was changed.',
    advice:
      'Wait as long as `Retry-After` says and send it again, with the same `Idempotency-Key`.',
    title: 'Service Unavailable',
    detail: 'The database is not available right now. Please try again in a moment.',
    headers: { 'Retry-After': headerRef('RetryAfter') },
  },
  internal: {
    name: 'Internal',
    meaning:
      'Something went wrong on our side. The log of the server has it under its `requestId`.',
    advice:
      'Check whether the change was made, or send the request again with the same `Idempotency-Key`. If the error stays, quote the `requestId`.',
    title: 'Internal Server Error',
    detail:
      'Something went wrong on our side. Check whether the change was made before you try again.',
  },
}

/** Returns the reasons that a refusal with this code may have. */
export const reasonsOf = (code: ErrorCode): Reason[] =>
  (Object.keys(reasons) as Reason[]).filter((reason) =>
    (reasons[reason].codes as readonly ErrorCode[]).includes(code),
  )

function reasonSentence(code: ErrorCode): string {
  const names = reasonsOf(code).map((reason) => `\`${reason}\``)
  return names.length === 0 ? '' : `Reasons: ${names.join(', ')}.`
}

export const responses = Object.fromEntries(
  Object.entries(refusals).map(([code, { name, meaning, advice, headers, ...problem }]) => [
    name,
    {
      description: [meaning, advice, reasonSentence(code as ErrorCode)].filter(Boolean).join(' '),
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

/** Returns the responses, by status, of an operation that refuses with these codes. */
export const refusalsFor = (codes: Iterable<ErrorCode>): JsonSchema =>
  Object.fromEntries(
    [...new Set(codes)].map((code) => [
      String(httpStatusOf[code]),
      { $ref: `#/components/responses/${refusals[code].name}` },
    ]),
  )
