import type { ErrorCode, Issue } from '#server/shared/reasons/errors.ts'
import type { ReasonOf } from '#server/shared/reasons/reasons.ts'

/** A refusal whose message the caller receives unchanged. */
export class AppError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: C
  /** A more specific reason, such as `no_merchant`, from the catalogue of this code. */
  readonly reason: ReasonOf<C> | undefined
  readonly issues: Issue[] | undefined
  readonly retryAfterS: number | undefined
  /** JSON of the problem with which the same request was refused before. */
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
