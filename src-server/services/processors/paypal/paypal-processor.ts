import type { PaymentAtProcessor, UnnamedProcessor } from '#server/core/ports/processor.ts'
import { toIso } from '#server/shared/day.ts'
import type { AccountKeys } from '../account-keys.ts'
import type { PayerUrls } from '../continue-token.ts'
import { createPayPalAnswers } from './disputes/paypal-answers.ts'
import { payPalLimitsOf } from './paypal-amount.rules.ts'
import type { PayPalClient, PayPalClients } from './paypal-client.ts'
import { toOwnError } from './paypal-errors.ts'
import { ownIdOf, readFacts } from './paypal-facts.ts'
import {
  approvalUrlOf,
  cancelPayment,
  captureAuthorized,
  createOrder,
  readProgress,
  replaceOrder,
} from './paypal-orders.ts'
import { APPROVAL_WINDOW_MS, computeNextCheckMs } from './paypal-progress.rules.ts'
import { createRefund, readRefundProgress } from './paypal-refunds.ts'

export type PayPalOptions = {
  clients: PayPalClients
  accounts: AccountKeys
  /** Returns our URLs for a payer: they continue, return, or leave without paying there. */
  payerUrls: (payment: PaymentAtProcessor, returnUrl: string | null) => PayerUrls
  /** Origins of PayPal's pages for payers. */
  pageOrigins: readonly string[]
}

type AccountOfPayment = Pick<PaymentAtProcessor, 'merchantId' | 'accountId'>

/**
 * Returns the processor for PayPal accounts, each merchant with the credentials of their own REST app. The payer
 * approves on PayPal's page; only then does a call of ours take the money.
 */
export function createPayPalProcessor(options: PayPalOptions): UnnamedProcessor {
  const { clients, accounts, payerUrls, pageOrigins } = options
  const withKey = async <T>(
    { merchantId, accountId }: AccountOfPayment,
    act: (client: PayPalClient) => Promise<T>,
  ): Promise<T> => {
    if (accountId === null) throw new Error('a payment by PayPal names no account')
    const key = await accounts.secretKeyOf({ merchantId, id: accountId })
    try {
      return await act(clients.of(key))
    } catch (error) {
      throw toOwnError(error)
    }
  }
  return {
    isOffline: false,
    capabilities: (_method, currency) => ({
      canCaptureByHand: true,
      canRefund: true,
      ...payPalLimitsOf(currency),
    }),
    begin: (payment, _nowMs, means) =>
      withKey(payment, async (client) => {
        const urls = payerUrls(payment, means.returnUrl)
        return { ref: await createOrder(client, payment, { means, urls }) }
      }),
    // The payer cannot have approved an order that was just created.
    pay: async (payment, nowMs) => ({
      stage: 'awaiting_payer',
      askAtMs: computeNextCheckMs({ payment, nowMs }),
    }),
    ask: (payment, nowMs, mayTake) =>
      withKey(payment, (client) => readProgress(client, { payment, nowMs }, mayTake)),
    next: (payment) => ({
      type: 'redirect',
      url: payerUrls(payment, null).continueUrl,
      expiresAt: toIso(payment.createdAtMs + APPROVAL_WINDOW_MS),
    }),
    payerUrlOf: (payment) =>
      withKey(payment, (client) => approvalUrlOf(client, payment, pageOrigins)),
    changeAmount: (payment, { amount, means }, nowMs) =>
      withKey(payment, async (client) => {
        const urls = payerUrls(payment, means.returnUrl)
        const ref = await replaceOrder(client, { payment, nowMs, amount, means, urls })
        return ref === null ? { is: 'kept' } : { is: 'changed', ref }
      }),
    capture: (payment, amount, nowMs) =>
      withKey(payment, (client) => captureAuthorized(client, { payment, amount, nowMs })),
    cancel: (payment, nowMs) =>
      withKey(payment, (client) => cancelPayment(client, { payment, nowMs })),
    refund: (refund, nowMs) => withKey(refund, (client) => createRefund(client, refund, nowMs)),
    askRefund: (refund, nowMs) =>
      withKey(refund, (client) => readRefundProgress(client, refund, nowMs)),
    facts: (payment, nowMs) => withKey(payment, (client) => readFacts(client, payment, nowMs)),
    disputes: createPayPalAnswers(withKey),
    ownIdOf: (account, ref) => withKey(account, (client) => ownIdOf(client, ref)),
  }
}
