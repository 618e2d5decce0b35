import { z } from 'zod'
import { ProcessorKeyError, ProcessorRefusedError } from '#server/core/ports/processor.ts'
import type { DeclineCode } from '#server/shared/reasons/decline-codes.ts'
import type { RefundFailure } from '#server/shared/reasons/refund-failures.ts'

/**
 * Body of a refusal. `error` and `error_description` come from the token endpoint only, the other fields from all other
 * endpoints.
 */
const ErrorBody = z.object({
  name: z.string().optional(),
  message: z.string().optional(),
  debug_id: z.string().optional(),
  details: z
    .array(z.object({ issue: z.string().optional(), description: z.string().optional() }))
    .optional(),
  error: z.string().optional(),
  error_description: z.string().optional(),
})

/** A response of PayPal other than 2xx. Contains PayPal's messages, and nothing of the request. */
export class PayPalError extends Error {
  readonly status: number
  /** PayPal's name of the error, such as `INVALID_REQUEST`. */
  readonly code: string | null
  readonly issues: readonly string[]
  /** PayPal's message for the person who connected the account; null when PayPal sent none. */
  readonly explanation: string | null

  constructor(status: number, body: unknown) {
    const parsed = ErrorBody.safeParse(body).data ?? {}
    const issues = (parsed.details ?? []).map(({ issue }) => issue ?? '').filter(Boolean)
    const words = [status, parsed.name ?? parsed.error, ...issues, parsed.debug_id]
    super(words.filter(Boolean).join(' '))
    this.status = status
    this.code = parsed.name ?? parsed.error ?? null
    this.issues = issues
    this.explanation =
      parsed.details?.[0]?.description ?? parsed.message ?? parsed.error_description ?? null
  }
}

const isPayPalError = (error: unknown): error is PayPalError => error instanceof PayPalError

/** Returns whether PayPal refused the call for one of these issues. */
export const hasIssue = (error: unknown, issues: ReadonlySet<string>): error is PayPalError =>
  isPayPalError(error) && error.issues.some((issue) => issues.has(issue))

/** Returns whether PayPal refused the call because of the resource's state, which the caller then reads. */
export const isUnprocessable = (error: unknown): error is PayPalError =>
  isPayPalError(error) && error.status === 422

export const isMissing = (error: unknown): error is PayPalError =>
  isPayPalError(error) && error.status === 404

/** Returns whether the app lacks the permission for a call. */
export const isForbidden = (error: unknown): error is PayPalError =>
  isPayPalError(error) && error.status === 403

/** Returns whether PayPal refused to list a period because it has too many rows. */
export const isTooLarge = (error: unknown): error is PayPalError =>
  isPayPalError(error) && error.code === 'RESULTSET_TOO_LARGE'

/** Returns whether PayPal has no data at the start of a period: it is too long ago, or PayPal has not listed it yet. */
export const isOutsideData = (error: unknown): error is PayPalError =>
  isPayPalError(error) && /start date is not available/.test(error.explanation ?? '')

/** Returns PayPal's words about an API key that is wrong or lacks a permission; undefined for any other error. */
export const keyProblemOf = (error: unknown): string | undefined =>
  isPayPalError(error) && (error.status === 401 || error.status === 403)
    ? (error.explanation ?? error.message)
    : undefined

/** Returns whether PayPal refused the request as impossible, whichever API key sent it. */
export const isRefusedRequest = (error: unknown): error is PayPalError =>
  isPayPalError(error) && [400, 404, 422].includes(error.status)

/**
 * Returns the reason why PayPal refused a refund. Returns undefined when the refund may have been made, or when only
 * the API key is wrong.
 */
export function refundRefusalOf(error: unknown): RefundFailure | undefined {
  if (!isPayPalError(error) || ![400, 422].includes(error.status)) return undefined
  if (error.issues.some((issue) => issue.includes('INSUFFICIENT_FUNDS')))
    return 'insufficient_funds'
  return 'refused'
}

/** Issues that only the merchant can resolve, and our code for each. */
const merchantIssues: Readonly<Record<string, DeclineCode>> = {
  PAYEE_ACCOUNT_RESTRICTED: 'account_restricted',
  PAYEE_ACCOUNT_LOCKED_OR_CLOSED: 'account_restricted',
  PAYEE_ACCOUNT_INVALID: 'account_restricted',
  // The merchant's own filters at PayPal block the payment.
  PAYEE_BLOCKED_TRANSACTION: 'account_restricted',
  TRANSACTION_BLOCKED_BY_PAYEE: 'account_restricted',
  DUPLICATE_INVOICE_ID: 'duplicate',
}

/** Returns our code for a refusal that the merchant must resolve; undefined for any other error. */
export const merchantIssueOf = (error: unknown): DeclineCode | undefined =>
  isPayPalError(error)
    ? error.issues.map((issue) => merchantIssues[issue]).find((code) => code !== undefined)
    : undefined

/** Converts an error of PayPal into one of ours. After a `ProcessorRefusedError`, nothing was done. */
export function toOwnError(error: unknown): unknown {
  if (!isPayPalError(error)) return error
  const words = error.message
  if (keyProblemOf(error) !== undefined) {
    return new ProcessorKeyError(`PayPal did not accept the key: ${words}`)
  }
  if (isRefusedRequest(error)) {
    return new ProcessorRefusedError(`PayPal refused: ${words}`, merchantIssueOf(error))
  }
  return new Error(`PayPal did not respond as it should: ${words}`)
}
