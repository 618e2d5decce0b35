import type { Reason } from './reasons.ts'

/** HTTP status of each error code, for both APIs. Every refusal has one of these codes. */
export const httpStatusOf = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  unprocessable: 422,
  limit: 429,
  unavailable: 503,
  internal: 500,
} as const

export type ErrorCode = keyof typeof httpStatusOf

/** A fault of one field of the input; `path` is the field's name, such as `items.0.amount`. */
export type Issue = { path: string; message: string }

/** The error body of REST (RFC 9457); tRPC returns code, reason, issues and requestId in `data`. */
export type Problem = {
  type: string
  title: string
  status: number
  detail: string
  code: ErrorCode
  reason?: Reason
  issues?: Issue[]
  /** Id of the payment because of which the request was refused. */
  transactionId?: string
  /** The present state of an object that the caller wanted to change. */
  current?: unknown
  requestId: string
}
