import type { PaymentAtProcessor, Progress } from '#server/core/ports/processor.ts'
import { payPalMoneyOf } from '../paypal-amount.rules.ts'
import type { PayPalClient } from '../paypal-client.ts'
import { isUnprocessable } from '../paypal-errors.ts'
import { heldAuthorization, progressOf, receivedAmount } from '../paypal-progress.rules.ts'
import { parseRef } from '../paypal-refs.rules.ts'
import { Authorization } from '../paypal-resources.schema.ts'
import { readState } from '../paypal-state.ts'

/** A payment, and the time at which Incasso calls PayPal about it. */
export type PaymentContext = { payment: PaymentAtProcessor; nowMs: number }

/** Time for which PayPal guarantees authorized money. */
const GUARANTEE_MS = 3 * 86_400_000

export async function voidAuthorization(
  client: PayPalClient,
  id: string,
  context: PaymentContext,
): Promise<Progress> {
  const path = `/v2/payments/authorizations/${id}/void`
  const requestId = `${context.payment.id}:void`
  await client.call({ method: 'POST', path, body: {}, requestId }).catch((error: unknown) => {
    // PayPal refuses to void an authorization that is already voided or captured.
    if (!isUnprocessable(error)) throw error
  })
  const after = progressOf(await readState(client, { kind: 'authorization', id }), context)
  return after.stage === 'open' ? { stage: 'unknown', pollAtMs: context.nowMs } : after
}

/**
 * Captures the authorized amount, or part of it, once. PayPal releases the remainder. Parts that were captured at
 * PayPal's own site count towards the amount. After PayPal's guarantee has ended, the money is authorized again first.
 */
export async function captureAuthorized(
  client: PayPalClient,
  { amount, ...context }: PaymentContext & { amount: number },
): Promise<Progress> {
  const { payment, nowMs } = context
  const state = await readState(client, parseRef(payment.ref))
  const newest = heldAuthorization(state.authorizations)
  const before = progressOf(state, context)
  if (before.stage !== 'authorized' || !newest) {
    return before.stage === 'open' ? { stage: 'unknown', pollAtMs: nowMs } : before
  }
  const remaining = amount - receivedAmount(state.captures, payment.currency)
  if (remaining <= 0) return voidAuthorization(client, newest.id, context)
  const authorization = mustRenew(newest, context)
    ? await reauthorize(client, newest, context)
    : newest
  const body = { amount: payPalMoneyOf(remaining, payment.currency), final_capture: true }
  const path = `/v2/payments/authorizations/${authorization.id}/capture`
  const requestId = `${payment.id}:capture:${authorization.id}`
  let refusal: unknown
  await client.call({ method: 'POST', path, body, requestId }).catch((error: unknown) => {
    if (!isUnprocessable(error)) throw error
    refusal = error
  })
  const ref = { kind: 'authorization', id: authorization.id } as const
  const after = progressOf(await readState(client, ref), context)
  if (after.stage === 'open') return { stage: 'unknown', pollAtMs: nowMs }
  // A refusal that changed nothing does not end the payment: the money is still authorized.
  if (after.stage === 'authorized' && refusal !== undefined) throw refusal
  if (after.stage === 'failed') await voidAuthorization(client, authorization.id, context)
  return after
}

/**
 * Returns whether the money is authorized again first. A repeated capture never authorizes again: PayPal may have
 * refused that to the first call, which then captured the old authorization, and this capture may still arrive. A
 * capture of a new authorization would take the money twice. A repeated capture of the same authorization is safe,
 * because its idempotency key is the same.
 */
const mustRenew = (newest: Authorization, { payment, nowMs }: PaymentContext): boolean =>
  payment.isActionRepeated !== true && !isGuaranteed(newest, nowMs)

/**
 * Returns true when no new authorization is needed, because PayPal guarantees the money for three days, or none is
 * possible, because a part was captured.
 */
const isGuaranteed = ({ status, create_time: from }: Authorization, nowMs: number): boolean =>
  status !== 'CREATED' || from === undefined || nowMs - Date.parse(from) < GUARANTEE_MS

/**
 * Authorizes the money again, so that PayPal checks that the payer still has it, and guarantees it for three more days.
 * A repeated call returns the same new authorization: PayPal keeps the idempotency key for 45 days. Returns the old
 * authorization when PayPal refuses: PayPal tries to capture the old authorization until its 29th day.
 */
async function reauthorize(
  client: PayPalClient,
  old: Authorization,
  { payment }: PaymentContext,
): Promise<Authorization> {
  const path = `/v2/payments/authorizations/${old.id}/reauthorize`
  const body = { amount: payPalMoneyOf(payment.amount, payment.currency) }
  const requestId = `${payment.id}:reauthorize:${old.id}`
  try {
    const renewed = await client.call({ method: 'POST', path, body, requestId })
    return Authorization.parse(renewed)
  } catch (error) {
    if (!isUnprocessable(error)) throw error
    return old
  }
}
