import type {
  PaymentAtProcessor,
  RefundAtProcessor,
  UnnamedProcessor,
} from '#server/core/ports/processor.ts'
import { toIso } from '#server/shared/day.ts'
import type { ConnectedAccounts } from '../connected-accounts.ts'
import type { PayerUrls } from '../continue-token.ts'
import type { SealedRefs } from '../sealed-refs.ts'
import { captureAuthorized } from './authorizations/authorized-money.ts'
import { createPayPalResponses } from './disputes/paypal-responses.ts'
import { payPalLimitsOf } from './paypal-amount.rules.ts'
import type { PayPalClient, PayPalClients } from './paypal-client.ts'
import { toOwnError } from './paypal-errors.ts'
import {
  approvalUrlOf,
  cancelPayment,
  createOrder,
  readProgress,
  replaceOrder,
} from './paypal-orders.ts'
import { APPROVAL_WINDOW_MS, computeNextCheckMs } from './paypal-progress.rules.ts'
import { createRefund, readRefundProgress } from './paypal-refunds.ts'
import { ownIdOf, readRefundsAndDisputes } from './paypal-refunds-and-disputes.ts'

export type PayPalOptions = {
  clients: PayPalClients
  connectedAccounts: ConnectedAccounts
  /** Encrypts ids of orders, because anyone who has an order's id can open PayPal's page for its payer. */
  refs: SealedRefs
  /** Returns Incasso's URLs at which a payer continues the payment, returns from PayPal, or leaves without paying. */
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
  const { refs, payerUrls, pageOrigins } = options
  const { withKey, withPayment, withRefund } = createCallers(options)
  return {
    isOffline: false,
    capabilities: (_method, currency) => ({
      canCaptureByHand: true,
      canRefund: true,
      ...payPalLimitsOf(currency),
    }),
    begin: (stored, _nowMs, means) =>
      withPayment(stored, async (client, payment) => {
        const urls = payerUrls(payment, means.returnUrl)
        return { ref: refs.seal(payment, await createOrder(client, payment, { means, urls })) }
      }),
    // The payer cannot have approved an order that was just created.
    pay: async (payment, nowMs) => ({
      stage: 'awaiting_payer',
      pollAtMs: computeNextCheckMs({ payment, nowMs }),
    }),
    readProgress: (stored, nowMs, mayTake) =>
      withPayment(stored, (client, payment) => readProgress(client, { payment, nowMs }, mayTake)),
    next: (payment) => ({
      type: 'redirect',
      url: payerUrls(payment, null).continueUrl,
      expiresAt: toIso(payment.createdAtMs + APPROVAL_WINDOW_MS),
    }),
    payerUrlOf: (stored) =>
      withPayment(stored, (client, payment) => approvalUrlOf(client, payment, pageOrigins)),
    changeAmount: (stored, { amount, means }, nowMs) =>
      withPayment(stored, async (client, payment) => {
        const urls = payerUrls(payment, means.returnUrl)
        const change = await replaceOrder(client, { payment, nowMs, amount, means, urls })
        if (change.is === 'kept' || change.ref === undefined) return change
        return { ...change, ref: refs.seal(payment, change.ref) }
      }),
    capture: (stored, amount, nowMs) =>
      withPayment(stored, (client, payment) =>
        captureAuthorized(client, { payment, amount, nowMs }),
      ),
    cancel: (stored, nowMs) =>
      withPayment(stored, (client, payment) => cancelPayment(client, { payment, nowMs })),
    refund: (stored, nowMs) =>
      withRefund(stored, (client, refund) => createRefund(client, refund, nowMs)),
    readRefundProgress: (stored, nowMs) =>
      withRefund(stored, (client, refund) => readRefundProgress(client, refund, nowMs)),
    readRefundsAndDisputes: (stored, nowMs) =>
      withPayment(stored, (client, payment) => readRefundsAndDisputes(client, payment, nowMs)),
    disputes: createPayPalResponses(withKey),
    ownIdOf: (account, ref) => withKey(account, (client) => ownIdOf(client, ref)),
  }
}

/**
 * Returns functions that call PayPal with the account's credentials. They pass PayPal's id of the payment, decrypted
 * from the stored id.
 */
function createCallers({ clients, connectedAccounts, refs }: PayPalOptions) {
  const withKey = async <T>(
    { merchantId, accountId }: AccountOfPayment,
    act: (client: PayPalClient) => Promise<T>,
  ): Promise<T> => {
    if (accountId === null) throw new Error('a payment by PayPal names no account')
    const key = await connectedAccounts.secretKeyOf({ merchantId, id: accountId })
    try {
      return await act(clients.of(key))
    } catch (error) {
      throw toOwnError(error)
    }
  }
  const withPayment = <T>(
    stored: PaymentAtProcessor,
    act: (client: PayPalClient, payment: PaymentAtProcessor) => Promise<T>,
  ): Promise<T> =>
    withKey(stored, (client) => act(client, { ...stored, ref: refs.open(stored, stored.ref) }))
  const withRefund = <T>(
    stored: RefundAtProcessor,
    act: (client: PayPalClient, refund: RefundAtProcessor) => Promise<T>,
  ): Promise<T> =>
    withKey(stored, (client) => {
      const { merchantId, transactionId: id } = stored
      return act(client, {
        ...stored,
        paymentRef: refs.open({ merchantId, id }, stored.paymentRef),
      })
    })
  return { withKey, withPayment, withRefund }
}
