import type { Stripe } from 'stripe'
import type {
  PaymentAtProcessor,
  Processor,
  UnnamedProcessor,
} from '#server/core/ports/processor.ts'
import { toIso } from '#server/shared/day.ts'
import { Currency } from '#server/shared/money/money.ts'
import type { ConnectedAccounts } from '../connected-accounts.ts'
import type { PayerUrls } from '../continue-token.ts'
import { createStripeResponses } from './disputes/stripe-responses.ts'
import { stripeLimitsOf } from './stripe-amount.rules.ts'
import type { StripeClients } from './stripe-client.ts'
import { toOwnError } from './stripe-errors.ts'
import {
  cancelIntent,
  captureIntent,
  changeIntentAmount,
  confirmIntent,
  createIntent,
  PROOF_WITHIN_MS,
  payerSecretOfIntent,
  readIntentProgress,
  redirectUrlOfIntent,
  secretOfIntent,
} from './stripe-intents.ts'
import { createRefund, readRefundProgress } from './stripe-refunds.ts'
import { ownIdOf, readRefundsAndDisputes } from './stripe-refunds-and-disputes.ts'
import {
  cancelSession,
  createSession,
  intentOf,
  isSession,
  PAYER_WITHIN_MS,
  readSessionProgress,
  replaceSession,
  urlOfSession,
} from './stripe-sessions.ts'

export type StripeOptions = {
  clients: StripeClients
  connectedAccounts: ConnectedAccounts
  /** Returns Incasso's URLs at which a payer continues the payment, returns from Stripe, or leaves without paying. */
  payerUrls: (payment: PaymentAtProcessor, returnUrl: string | null) => PayerUrls
}

type AccountOfPayment = Pick<PaymentAtProcessor, 'merchantId' | 'accountId'>
type RunWithKey = <T>(account: AccountOfPayment, act: (stripe: Stripe) => Promise<T>) => Promise<T>

/**
 * Returns a function that calls Stripe with the API key of a payment's account, and converts Stripe's errors to ours.
 */
const createKeyRunner =
  ({ clients, connectedAccounts }: StripeOptions): RunWithKey =>
  async ({ merchantId, accountId }, act) => {
    if (accountId === null) throw new Error('a payment by Stripe names no account')
    const key = await connectedAccounts.secretKeyOf({ merchantId, id: accountId })
    try {
      return await act(await clients.of(key))
    } catch (error) {
      throw toOwnError(error)
    }
  }

/**
 * Returns the processor for cards by Stripe, each merchant with their own key. With a token, the card is charged at
 * once; without one, the payer goes to Stripe's page. Calls that Stripe refused are distinguished from calls with an
 * unknown outcome.
 */
export function createStripeProcessor(options: StripeOptions): UnnamedProcessor {
  const withKey = createKeyRunner(options)
  return {
    isOffline: false,
    capabilities: (method, currency) => ({
      canCaptureByHand: true,
      // Card tokens and card fields accept cards only. Any other payment goes to Stripe's page.
      takesTokens: method === 'card',
      canRefund: true,
      ...stripeLimitsOf(Currency.parse(currency)),
    }),
    ...createPaymentCalls(withKey, options),
    ...createFinalCalls(withKey),
    changeAmount: createAmountChange(withKey, options),
    refund: (refund, nowMs) => withKey(refund, (stripe) => createRefund(stripe, refund, nowMs)),
    readRefundProgress: (refund, nowMs) =>
      withKey(refund, (stripe) => readRefundProgress(stripe, refund, nowMs)),
    readRefundsAndDisputes: (payment, nowMs) =>
      withKey(payment, (stripe) => readRefundsAndDisputes(stripe, payment, nowMs)),
    disputes: createStripeResponses(withKey),
    ownIdOf: (account, ref) => withKey(account, (stripe) => ownIdOf(stripe, ref)),
  }
}

const createPaymentCalls = (
  withKey: RunWithKey,
  { connectedAccounts, payerUrls }: StripeOptions,
): Required<
  Pick<
    Processor,
    'begin' | 'pay' | 'readProgress' | 'next' | 'payerUrlOf' | 'payerSecretOf' | 'clientSecretOf'
  >
> => ({
  begin: (payment, _nowMs, means) =>
    withKey(payment, async (stripe) => {
      if (means.token !== null || means.wantsSecret) return createIntent(stripe, payment, means)
      const urls = payerUrls(payment, means.returnUrl)
      const { merchantId, accountId } = payment
      const account = { merchantId, id: accountId ?? '' }
      const excluded = await connectedAccounts.excludedMethodsOf(account)
      return { ref: await createSession(stripe, payment, { means, urls, excluded }) }
    }),
  pay: (payment, nowMs, means) =>
    withKey(payment, (stripe) => {
      const { ref } = payment
      if (isSession(ref)) return readSessionProgress(stripe, payment, { ref, nowMs })
      if (means.token === null) return readIntentProgress(stripe, payment, nowMs)
      const returnUrl = means.runsScriptOnPage ? null : payerUrls(payment, means.returnUrl).backUrl
      return confirmIntent(stripe, payment, { means: { ...means, returnUrl }, nowMs })
    }),
  readProgress: (payment, nowMs) =>
    withKey(payment, (stripe) => {
      const { ref } = payment
      return isSession(ref)
        ? readSessionProgress(stripe, payment, { ref, nowMs })
        : readIntentProgress(stripe, payment, nowMs)
    }),
  next: (payment) => ({
    type: 'redirect',
    url: payerUrls(payment, null).continueUrl,
    expiresAt: toIso(
      payment.createdAtMs + (isSession(payment.ref) ? PAYER_WITHIN_MS : PROOF_WITHIN_MS),
    ),
  }),
  payerUrlOf: (payment) =>
    withKey(payment, (stripe) =>
      isSession(payment.ref)
        ? urlOfSession(stripe, payment.ref)
        : redirectUrlOfIntent(stripe, payment.ref ?? ''),
    ),
  clientSecretOf: (payment) =>
    withKey(payment, (stripe) => secretOfIntent(stripe, payment.ref ?? '')),
  // Stripe's page authenticates the payer by itself.
  payerSecretOf: (payment) =>
    isSession(payment.ref)
      ? Promise.resolve(null)
      : withKey(payment, (stripe) => payerSecretOfIntent(stripe, payment.ref ?? '')),
})

const createAmountChange =
  (
    withKey: RunWithKey,
    { connectedAccounts, payerUrls }: StripeOptions,
  ): NonNullable<Processor['changeAmount']> =>
  (payment, { amount, means }, nowMs) =>
    withKey(payment, async (stripe) => {
      const { ref, merchantId, accountId } = payment
      if (!isSession(ref)) {
        const isChanged = await changeIntentAmount(stripe, { ...payment, amount })
        return isChanged ? { is: 'changed' } : { is: 'kept', reason: 'payer_acted' }
      }
      const account = { merchantId, id: accountId ?? '' }
      return replaceSession(
        stripe,
        { ...payment, ref },
        {
          amount,
          means,
          urls: payerUrls(payment, means.returnUrl),
          excluded: await connectedAccounts.excludedMethodsOf(account),
          nowMs,
        },
      )
    })

const createFinalCalls = (withKey: RunWithKey): Pick<Processor, 'capture' | 'cancel'> => ({
  capture: (payment, amount, nowMs) =>
    withKey(payment, async (stripe) => {
      const ref = await intentOf(stripe, payment.ref ?? '')
      return captureIntent(stripe, { ref, payment, amount, nowMs })
    }),
  cancel: (payment, nowMs) =>
    withKey(payment, (stripe) => {
      const { ref } = payment
      return isSession(ref)
        ? cancelSession(stripe, payment, { ref, nowMs })
        : cancelIntent(stripe, { ref: ref ?? '', payment, nowMs })
    }),
})
