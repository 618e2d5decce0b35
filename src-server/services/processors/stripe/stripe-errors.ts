import type { Stripe } from 'stripe'
import {
  ProcessorFaultError,
  ProcessorKeyError,
  ProcessorRefusedError,
} from '#server/core/ports/processor.ts'
import type { RefundFailure } from '#server/shared/reasons/refund-failures.ts'

type StripeError = InstanceType<typeof Stripe.errors.StripeError>

const isStripeError = (error: unknown): error is StripeError =>
  error instanceof Error && 'rawType' in error && 'statusCode' in error

/** Returns whether the bank declined the card in the response to a call. */
export const isDecline = (error: unknown): error is StripeError =>
  isStripeError(error) && error.statusCode === 402 && error.rawType === 'card_error'

/**
 * Returns whether Stripe refused a call because the object's state had changed meanwhile. The current state then
 * decides.
 */
export const hasStateChanged = (error: unknown): boolean =>
  isStripeError(error) &&
  error.statusCode === 400 &&
  /unexpected_state|already/.test(error.code ?? '')

/** Returns whether Stripe refused the request as invalid, whichever API key sent it. */
export const isInvalidRequest = (error: unknown): boolean =>
  isStripeError(error) &&
  error.rawType === 'invalid_request_error' &&
  (error.statusCode === 400 || error.statusCode === 404)

/**
 * Returns whether Stripe refused the call, so that nothing was done. After any other error, the call may have had its
 * effect.
 */
export const isRefused = (error: unknown): error is StripeError =>
  isStripeError(error) && [400, 401, 403, 404].includes(error.statusCode ?? 0)

/**
 * Returns the reason why Stripe refused a refund. Returns undefined when the refund may have been made, or when only
 * the API key is wrong.
 */
export function refundRefusalOf(error: unknown): RefundFailure | undefined {
  if (!isStripeError(error) || error.statusCode !== 400) return undefined
  if (error.rawType === 'idempotency_error') return undefined
  return error.code === 'balance_insufficient' ? 'insufficient_funds' : 'refused'
}

/** Distinguishes a page of a proxy, or of another server at that URL, from a response of Stripe. */
const isInvalidJson = ({ message }: StripeError): boolean =>
  message.startsWith('Invalid JSON received')

/**
 * Converts an error of Stripe into one of ours, without request data. Errors of refused calls, in which nothing was
 * done, have classes of their own.
 */
export function toOwnError(error: unknown): unknown {
  if (!isStripeError(error)) return error
  if (isInvalidJson(error)) {
    return new Error('The server at STRIPE_API_URL is not Stripe: its response is not JSON')
  }
  const { statusCode, rawType, code, requestId, name } = error
  const words = [name, statusCode, rawType, code, requestId].filter(Boolean).join(' ')
  if (statusCode === 401 || statusCode === 403) {
    // With 401, Stripe's message repeats parts of the API key, so only the message of 403 is passed on.
    const says = statusCode === 403 ? error.message : undefined
    return new ProcessorKeyError(`Stripe did not accept the key: ${words}`, says)
  }
  if (isRefused(error)) return new ProcessorRefusedError(`Stripe refused: ${words}`)
  if (statusCode !== undefined && statusCode >= 500) {
    return new ProcessorFaultError(`Stripe had an error: ${words}`)
  }
  return new Error(`Stripe did not respond as it should: ${words}`)
}

/** Returns Stripe's own message about a permission that an API key lacks; undefined for any other error. */
export const missingPermissionOf = (error: unknown): string | undefined =>
  isStripeError(error) && (error.statusCode === 401 || error.statusCode === 403)
    ? error.message
    : undefined
