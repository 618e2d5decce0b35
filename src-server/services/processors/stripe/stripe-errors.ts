import type { Stripe } from 'stripe'
import { ProcessorKeyError, ProcessorRefusedError } from '#server/core/ports/processor.ts'
import type { RefundFailure } from '#server/shared/reasons/refund-failures.ts'

type StripeError = InstanceType<typeof Stripe.errors.StripeError>

const isStripe = (error: unknown): error is StripeError =>
  error instanceof Error && 'rawType' in error && 'statusCode' in error

/** The bank declined the card, in the answer to a call. */
export const isDecline = (error: unknown): error is StripeError =>
  isStripe(error) && error.statusCode === 402 && error.rawType === 'card_error'

/** The object has gone on meanwhile: what it is now decides. */
export const hasGoneOn = (error: unknown): boolean =>
  isStripe(error) && error.statusCode === 400 && /unexpected_state|already/.test(error.code ?? '')

/** What was sent makes no sense to Stripe, whoever's key it was sent with. */
export const isWrong = (error: unknown): boolean =>
  isStripe(error) &&
  error.rawType === 'invalid_request_error' &&
  (error.statusCode === 400 || error.statusCode === 404)

/** Stripe has said no, so nothing was done. Anything else that is thrown may have had its effect. */
export const hasSaidNo = (error: unknown): error is StripeError =>
  isStripe(error) && [400, 401, 403, 404].includes(error.statusCode ?? 0)

/** Why Stripe gives nothing back; undefined where it may have, or where only its key is wrong. */
export function refusedRefundOf(error: unknown): RefundFailure | undefined {
  if (!isStripe(error) || error.statusCode !== 400) return undefined
  if (error.rawType === 'idempotency_error') return undefined
  return error.code === 'balance_insufficient' ? 'insufficient_funds' : 'refused'
}

/** Tells a page of a proxy, or of another server at that address, from an answer of Stripe's. */
const isNoJson = ({ message }: StripeError): boolean => message.startsWith('Invalid JSON received')

/** Like `error`, but without what it holds of the request, and told apart where nothing was done. */
export function asOurs(error: unknown): unknown {
  if (!isStripe(error)) return error
  if (isNoJson(error)) {
    return new Error('What answers at STRIPE_API_URL is not Stripe: its answer is no JSON')
  }
  const { statusCode, rawType, code, requestId, name } = error
  const words = [name, statusCode, rawType, code, requestId].filter(Boolean).join(' ')
  if (statusCode === 401 || statusCode === 403) {
    return new ProcessorKeyError(`Stripe did not accept the key: ${words}`)
  }
  if (hasSaidNo(error)) return new ProcessorRefusedError(`Stripe refused: ${words}`)
  return new Error(`Stripe did not answer as it should: ${words}`)
}

/** What Stripe says is wrong with a key, in its own words; undefined where the key may do it. */
export const missingPermissionOf = (error: unknown): string | undefined =>
  isStripe(error) && (error.statusCode === 401 || error.statusCode === 403)
    ? error.message
    : undefined
