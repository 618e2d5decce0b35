import type { JsonSchema } from '#server/core/calls/docs.ts'
import type { ApiVersion } from '#server/shared/api-version.ts'

/** The parameters, headers and authentication schemes that many operations share. */

const parameterRef = (name: string) => ({ $ref: `#/components/parameters/${name}` })
export const headerRef = (name: string) => ({ $ref: `#/components/headers/${name}` })
const text = { type: 'string' }
const count = { type: 'integer', minimum: 0 }

export const parametersOf = (version: ApiVersion) => ({
  ApiVersion: {
    name: 'Api-Version',
    in: 'header',
    // An API key uses version 1 unless its merchant chose otherwise, so only version 2 needs the header.
    description:
      version === 'v1'
        ? 'Requests the responses of this document, also with a key that speaks `v2`'
        : 'Requests the responses of this document, also with a key that speaks `v1`',
    ...(version !== 'v1' && { required: true }),
    schema: { type: 'string', enum: [version] },
    example: version,
  },
})

const keySchema = { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' }

type NamedValues = Record<string, { summary: string; value: unknown }>

/**
 * Describes the Idempotency-Key header of a POST. Each operation has its own example, since an idempotency key sent with one
 * body is refused with another. An operation with several bodies has one idempotency key for each.
 */
export function idempotencyKey(
  operationId: string,
  { isRequired, bodies }: { isRequired: boolean; bodies?: NamedValues },
): JsonSchema {
  const example = `try-${operationId.replaceAll('.', '-')}`
  return {
    name: 'Idempotency-Key',
    in: 'header',
    description: isRequired
      ? 'Makes sending the payment again safe: 1 to 255 visible ASCII characters, a new one for each payment. Without it a payment with an API key is refused; only the session of a person may leave it out.'
      : 'Makes sending the request again safe: 1 to 255 visible ASCII characters, a new one for each request. It may be left out.',
    ...(isRequired && { required: true }),
    schema: keySchema,
    ...(bodies
      ? {
          examples: Object.fromEntries(
            Object.entries(bodies).map(([name, { summary }]) => [
              name,
              { summary: `For the body “${summary}”`, value: `${example}-${name}` },
            ]),
          ),
        }
      : { example }),
  }
}

export const apiVersion = parameterRef('ApiVersion')

const sharedHeaders = {
  IdempotentReplayed: {
    description: 'Only when this response was sent before to the same `Idempotency-Key`',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  RequestId: {
    description: 'Id of the request in the server’s log',
    required: true,
    schema: { type: 'string', pattern: '^req_' },
    example: 'req_8Zk2mQ4xT7vB1nC5',
  },
  RateLimitPolicy: {
    description:
      'The limit that holds for the caller: `q` requests at once, full again after `w` seconds. `"key"`, `"session"`, or `"address"` for a caller without credentials. (draft-ietf-httpapi-ratelimit-headers)',
    schema: { type: 'string', pattern: '^"(?:key|session|address)";q=\\d+;w=\\d+$' },
    example: '"key";q=200;w=2',
  },
  RateLimit: {
    description:
      'Remainder of the limit: `r` requests now, and all of them again after `t` seconds',
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
    description: 'Number of rows that match the filter',
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
    description: 'File name with the day and the filter',
    required: true,
    schema: text,
    example: 'attachment; filename="incasso-transactions_2026-01-31_status-success.csv"',
  },
}

export const headersOf = (version: ApiVersion) => ({
  ApiVersion: {
    description: 'The version of this response',
    required: true,
    schema: { type: 'string', const: version },
    example: version,
  },
  ...sharedHeaders,
})

export const requestIdHeader = { 'X-Request-Id': headerRef('RequestId') }
export const rateHeaders = {
  'RateLimit-Policy': headerRef('RateLimitPolicy'),
  RateLimit: headerRef('RateLimit'),
}
export const commonHeaders = {
  ...requestIdHeader,
  'Api-Version': headerRef('ApiVersion'),
  ...rateHeaders,
}
export const replayHeader = { 'Idempotent-Replayed': headerRef('IdempotentReplayed') }
export const fileHeaders = { 'Content-Disposition': headerRef('ContentDisposition') }
export const listHeaders = {
  'X-Total-Count': headerRef('TotalCount'),
  'X-Total-Count-Exact': headerRef('TotalCountExact'),
  Link: headerRef('Link'),
}

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
      'The session of a person who signed in at the dashboard. Over https its name begins with `__Host-`.',
  },
}
