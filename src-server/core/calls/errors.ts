import type { ErrorCode, Issue } from '#server/shared/reasons/errors.ts'
import type { ReasonOf } from '#server/shared/reasons/reasons.ts'

/** A refusal that the caller may read: the message goes out as it is. */
export class AppError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: C
  /** A closer kind, such as `no_merchant`: one that the catalogue has for this code. */
  readonly reason: ReasonOf<C> | undefined
  readonly issues: Issue[] | undefined
  readonly retryAfterS: number | undefined
  /** The problem, as JSON, with which the same request was refused before. */
  readonly replayed: string | undefined

  constructor(
    code: C,
    message: string,
    more: {
      reason?: ReasonOf<C>
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
