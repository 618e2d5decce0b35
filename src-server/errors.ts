import type { ErrorCode, Issue } from './shared/errors.ts'

/** A refusal that the caller may read: the message goes out as it is. */
export class AppError extends Error {
  readonly code: ErrorCode
  /** A rare machine-readable detail, such as `no_merchant`. */
  readonly reason: string | undefined
  readonly issues: Issue[] | undefined
  readonly retryAfterS: number | undefined
  /** The problem, as JSON, with which the same request was refused before. */
  readonly replayed: string | undefined

  constructor(
    code: ErrorCode,
    message: string,
    more: {
      reason?: string
      issues?: Issue[]
      retryAfterS?: number
      replayed?: string
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: more.cause })
    this.code = code
    this.reason = more.reason
    this.issues = more.issues
    this.retryAfterS = more.retryAfterS
    this.replayed = more.replayed
  }
}
