import type { Stripe } from 'stripe'
import type {
  PaymentAtProcessor,
  Processor,
  UnnamedProcessor,
} from '#server/core/ports/processor.ts'
import { toIso } from '#server/shared/day.ts'
import { Currency } from '#server/shared/money/money.ts'
import type { StripeAccounts } from './stripe-accounts.ts'
import { stripeLimitsOf } from './stripe-amount.rules.ts'
import type { StripeClients } from './stripe-client.ts'
import { asOurs } from './stripe-errors.ts'
import { factsOf, ownIdOf } from './stripe-facts.ts'
import {
  addressOfIntent,
  askIntent,
  cancelIntent,
  captureIntent,
  confirmIntent,
  createIntent,
  PROOF_WITHIN_MS,
  proofOfIntent,
  secretOfIntent,
} from './stripe-intents.ts'
import { askRefund, createRefund } from './stripe-refunds.ts'
import {
  addressOfSession,
  askSession,
  cancelSession,
  createSession,
  intentOf,
  isSession,
  PAYER_WITHIN_MS,
} from './stripe-sessions.ts'

export type StripeOptions = {
  clients: StripeClients
  accounts: StripeAccounts
  /** Returns our URLs for a payer: at `on` they continue, and to `back` they return. */
  payerUrls: (payment: PaymentAtProcessor, returnUrl: string | null) => { on: string; back: string }
}

type Whose = Pick<PaymentAtProcessor, 'merchantId' | 'accountId'>
type As = <T>(whose: Whose, act: (stripe: Stripe) => Promise<T>) => Promise<T>

/** Acts with the key of a payment's account. An error that it throws contains no more of Stripe's than codes. */
const actor =
  ({ clients, accounts }: StripeOptions): As =>
  async ({ merchantId, accountId }, act) => {
    if (accountId === null) throw new Error('a payment by Stripe names no account')
    const key = await accounts.secretKeyOf({ merchantId, id: accountId })
    try {
      return await act(await clients.of(key))
    } catch (error) {
      throw asOurs(error)
    }
  }

/**
 * Returns the processor for cards by Stripe, each merchant with their own key. With a token, the card is charged at
 * once; without one, the payer goes to Stripe's page. Calls that Stripe refused are distinguished from calls with an
 * unknown outcome.
 */
export function stripeProcessor(options: StripeOptions): UnnamedProcessor {
  const as = actor(options)
  return {
    isOffline: false,
    capabilities: (_method, currency) => ({
      canCaptureByHand: true,
      canRefund: true,
      ...stripeLimitsOf(Currency.parse(currency)),
    }),
    ...paying(as, options),
    ...ending(as),
    refund: (refund, nowMs) => as(refund, (stripe) => createRefund(stripe, refund, nowMs)),
    askRefund: (refund, nowMs) => as(refund, (stripe) => askRefund(stripe, refund, nowMs)),
    facts: (payment, nowMs) => as(payment, (stripe) => factsOf(stripe, payment, nowMs)),
    ownIdOf: (whose, ref) => as(whose, (stripe) => ownIdOf(stripe, ref)),
  }
}

const paying = (
  as: As,
  { payerUrls }: StripeOptions,
): Required<
  Pick<Processor, 'begin' | 'pay' | 'ask' | 'next' | 'addressOf' | 'proofOf' | 'clientSecretOf'>
> => ({
  begin: (payment, _nowMs, means) =>
    as(payment, async (stripe) => {
      if (means.token !== null || means.wantsSecret) return createIntent(stripe, payment, means)
      const { back: backUrl } = payerUrls(payment, means.returnUrl)
      return { ref: await createSession(stripe, payment, { means, backUrl }) }
    }),
  pay: (payment, nowMs, means) =>
    as(payment, (stripe) => {
      const { ref } = payment
      if (isSession(ref)) return askSession(stripe, payment, { ref, nowMs })
      if (means.token === null) return askIntent(stripe, payment, nowMs)
      const returnUrl = means.isAtPage ? null : payerUrls(payment, means.returnUrl).back
      return confirmIntent(stripe, payment, { means: { ...means, returnUrl }, nowMs })
    }),
  ask: (payment, nowMs) =>
    as(payment, (stripe) => {
      const { ref } = payment
      return isSession(ref)
        ? askSession(stripe, payment, { ref, nowMs })
        : askIntent(stripe, payment, nowMs)
    }),
  next: (payment) => ({
    type: 'redirect',
    url: payerUrls(payment, null).on,
    expiresAt: toIso(
      payment.createdAtMs + (isSession(payment.ref) ? PAYER_WITHIN_MS : PROOF_WITHIN_MS),
    ),
  }),
  addressOf: (payment) =>
    as(payment, (stripe) =>
      isSession(payment.ref)
        ? addressOfSession(stripe, payment.ref)
        : addressOfIntent(stripe, payment.ref ?? ''),
    ),
  clientSecretOf: (payment) => as(payment, (stripe) => secretOfIntent(stripe, payment.ref ?? '')),
  // Stripe's page authenticates the payer by itself.
  proofOf: (payment) =>
    isSession(payment.ref)
      ? Promise.resolve(null)
      : as(payment, (stripe) => proofOfIntent(stripe, payment.ref ?? '')),
})

const ending = (as: As): Pick<Processor, 'capture' | 'cancel'> => ({
  capture: (payment, amount, nowMs) =>
    as(payment, async (stripe) => {
      const ref = await intentOf(stripe, payment.ref ?? '')
      return captureIntent(stripe, { ref, payment, amount, nowMs })
    }),
  cancel: (payment, nowMs) =>
    as(payment, (stripe) => {
      const { ref } = payment
      return isSession(ref)
        ? cancelSession(stripe, payment, { ref, nowMs })
        : cancelIntent(stripe, { ref: ref ?? '', payment, nowMs })
    }),
})
