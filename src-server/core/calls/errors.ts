import type { ErrorCode, Issue } from '#server/shared/reasons/errors.ts'
import type { ReasonOf } from '#server/shared/reasons/reasons.ts'

/** A refusal of a request. The caller receives its code, reason, message and issues. */
export class AppError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: C
  /** A more specific reason, such as `no_merchant`, from the catalogue of this code. */
  readonly reason: ReasonOf<C> | undefined
  /** The faulty fields of the input, each with a message. */
  readonly issues: Issue[] | undefined
  /** Id of the payment because of which the request was refused. */
  readonly transactionId: string | undefined
  /** Seconds after which the caller may try again. */
  readonly retryAfterS: number | undefined
  /** JSON of the earlier refusal, when the request repeats the Idempotency-Key of a refused request. */
  readonly replayed: string | undefined

  /** The present state of an object that the caller wanted to change. */
  readonly current: unknown

  constructor(
    code: C,
    message: string,
    details: {
      reason?: ReasonOf<C>
      issues?: Issue[]
      transactionId?: string
      retryAfterS?: number
      replayed?: string
      current?: unknown
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: details.cause })
    this.code = code
    this.reason = details.reason
    this.issues = details.issues
    this.transactionId = details.transactionId
    this.retryAfterS = details.retryAfterS
    this.replayed = details.replayed
    this.current = details.current
  }
}
