import type { ProblemDocument } from './types.ts'

/** Details of an error response: an HTTP response other than 2xx. */
type ProblemDetails = {
  status: number
  document: Partial<ProblemDocument>
  requestId: string | undefined
  retryAfterMs: number | undefined
  idempotencyKey: string | undefined
}

/** A refusal by the server (RFC 9457). The catalogue of reasons is `docs/problems.md`. */
export class IncassoProblem extends Error {
  override readonly name = 'IncassoProblem'
  /** The HTTP status, such as 409. */
  readonly status: number
  /** The kind of refusal; undefined if a proxy refused. */
  readonly code: ProblemDocument['code'] | undefined
  /** A more specific reason, if there is one. A newer server can send reasons that these types lack. */
  readonly reason: ProblemDocument['reason']
  /** A sentence for a person. */
  readonly detail: string
  /** Refused fields; empty unless the input is at fault. */
  readonly issues: NonNullable<ProblemDocument['issues']>
  /** The payment that is in the way, for the reasons `reference_open` and `reference_paid`. */
  readonly transactionId: string | undefined
  /** The id of the request in the server's log. */
  readonly requestId: string | undefined
  /** Milliseconds that the server asks to wait; undefined if it does not say. */
  readonly retryAfterMs: number | undefined
  /** The key of the refused request; undefined for calls without one. */
  readonly idempotencyKey: string | undefined
  /** The whole problem, with members that only some reasons have. */
  readonly document: Partial<ProblemDocument> & Record<string, unknown>

  constructor({ status, document, requestId, retryAfterMs, idempotencyKey }: ProblemDetails) {
    const { code, reason, detail = `The server responded ${status}.`, issues = [] } = document
    super(`${status}${(reason ?? code) ? ` ${reason ?? code}` : ''}: ${detail}`)
    this.status = status
    this.code = code
    this.reason = reason
    this.detail = detail
    this.issues = issues
    this.transactionId = document.transactionId
    this.requestId = document.requestId ?? requestId
    this.retryAfterMs = retryAfterMs
    this.idempotencyKey = idempotencyKey
    this.document = document
  }
}

/**
 * No complete response arrived, in any attempt. The outcome is unknown: to find it, make the same call again with the
 * same `idempotencyKey`.
 */
export class NoResponse extends Error {
  override readonly name = 'NoResponse'
  readonly idempotencyKey: string | undefined
  /** The number of requests sent. */
  readonly attempts: number

  constructor(details: { cause: unknown; attempts: number; idempotencyKey: string | undefined }) {
    const { cause, attempts, idempotencyKey } = details
    const why = cause instanceof Error ? cause.message : String(cause)
    super(`No response from the server after ${attempts} attempts: ${why}`, { cause })
    this.attempts = attempts
    this.idempotencyKey = idempotencyKey
  }
}

/** The reasons for which a webhook is refused. */
export type WebhookReason =
  | 'headers_missing'
  | 'timestamp_invalid'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'signature_wrong'
  | 'body_unreadable'
  | 'version_one'

/** A webhook that is not genuine, or that cannot be read. Respond with 400 and do not act on it. */
export class WebhookProblem extends Error {
  override readonly name = 'WebhookProblem'
  readonly reason: WebhookReason

  constructor(reason: WebhookReason, detail: string) {
    super(detail)
    this.reason = reason
  }
}
