import { once } from 'node:events'
import { createServer } from 'node:http'
import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import type { PaymentAtProcessor } from '#server/core/ports/processor.ts'
import { createStripeClients } from '#server/services/processors/stripe/stripe-client.ts'
import { toOwnError } from '#server/services/processors/stripe/stripe-errors.ts'
import { captureIntent } from '#server/services/processors/stripe/stripe-intents.ts'
import {
  progressOf,
  progressOfSession,
} from '#server/services/processors/stripe/stripe-progress.rules.ts'

const NOW_MS = Date.parse('2026-11-27T10:00:00Z')

const payment: PaymentAtProcessor = {
  id: 'txn_1',
  merchantId: 'mer_1',
  accountId: 'acc_1',
  ref: 'pi_1',
  amount: 10_000,
  currency: 'EUR',
  paymentMethod: 'card',
  isCapturedByHand: true,
  createdAtMs: NOW_MS,
  attempt: 1,
  isOnMerchantsPage: false,
}

/** Response of a server that leaves out the received amount. */
const succeeded = { id: 'pi_1', status: 'succeeded', amount: 10_000, currency: 'eur' }

const stripe = {
  paymentIntents: { capture: () => Promise.resolve(succeeded) },
} as unknown as Stripe

test('a capture whose response omits the received amount took the requested amount', async () => {
  const progress = await captureIntent(stripe, {
    ref: 'pi_1',
    payment,
    amount: 6000,
    nowMs: NOW_MS,
  })

  expect(progress).toEqual({ stage: 'succeeded', amount: 6000 })
})

test.each([
  [true, { stage: 'unknown' }],
  [false, { stage: 'succeeded', amount: 10_000 }],
])('a later read with manual capture %s is %o', (isCapturedByHand, expected) => {
  const intent = succeeded as unknown as Stripe.PaymentIntent
  const moment = { payment: { ...payment, isCapturedByHand }, nowMs: NOW_MS }

  expect(progressOf(intent, moment)).toMatchObject(expected)
})

test.each([
  ['complete', 'insufficient_funds', { stage: 'failed', reason: 'insufficient_funds' }],
  ['open', 'insufficient_funds', { stage: 'awaiting_payer' }],
  ['complete', null, { stage: 'failed', reason: 'card_declined' }],
  ['open', null, { stage: 'awaiting_payer' }],
  ['expired', null, { stage: 'failed', reason: 'expired' }],
])('a page that is %s, whose payment failed by %s, is %o', (status, code, expected) => {
  const session = {
    status,
    payment_intent: {
      id: 'pi_1',
      status: 'requires_payment_method',
      last_payment_error: code === null ? null : { code },
    },
  } as unknown as Stripe.Checkout.Session

  expect(progressOfSession(session, { payment, nowMs: NOW_MS })).toMatchObject(expected)
})

test.each([
  ['sepa_debit', 'payment_intent_payment_attempt_failed', 'transfer_rejected'],
  ['sepa_debit', 'insufficient_funds', 'insufficient_funds'],
  ['sepa_debit', 'debit_not_authorized', 'transfer_rejected'],
  ['klarna', 'payment_method_provider_decline', 'payer_declined'],
  ['paypal', 'payment_method_customer_decline', 'authentication_failed'],
  ['card', 'card_declined', 'card_declined'],
])('a completed page whose %s failed by %s ends with the reason %s', (type, code, reason) => {
  const session = {
    status: 'complete',
    payment_intent: {
      id: 'pi_1',
      status: 'requires_payment_method',
      last_payment_error: { code, payment_method: { type } },
    },
  } as unknown as Stripe.Checkout.Session

  expect(progressOfSession(session, { payment, nowMs: NOW_MS })).toEqual({
    stage: 'failed',
    reason,
  })
})

test('a completed page whose payer pays elsewhere, as with a voucher, waits for the money', () => {
  const session = {
    status: 'complete',
    payment_intent: { id: 'pi_1', status: 'requires_action' },
  } as unknown as Stripe.Checkout.Session
  const nowMs = NOW_MS + 3_600_000

  expect(progressOfSession(session, { payment, nowMs })).toEqual({
    stage: 'processing',
    pollAtMs: nowMs + 3_600_000,
  })
})

test('a URL that returns text instead of JSON is named to the operator', async () => {
  const server = createServer((_request, response) => void response.end('<h1>Welcome</h1>'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const clients = createStripeClients({ apiUrl: `http://127.0.0.1:${port}`, version: '1.0.0' })
  const client = await clients.of('sk_test_1')

  const error = await client.balance.retrieve().catch((each: unknown) => toOwnError(each))
  server.closeAllConnections()
  server.close()

  expect(String(error)).toContain('STRIPE_API_URL')
})
