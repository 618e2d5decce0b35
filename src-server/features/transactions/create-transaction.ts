import type { MailRow } from '#db/tables/mail-tables.ts'
import type { TransactionRow } from '#db/tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { actorName, inTransaction, type MerchantCtx, shopIdOf } from '#server/core/context.ts'
import type { OrderOfLink, PaymentOrder } from '#server/core/ports/payment-store.ts'
import type { PaymentMeans, Processor, Route } from '#server/core/ports/processor.ts'
import { inProgressError, Replay } from '#server/services/idempotency/idempotency.ts'
import { emitEvent } from '#server/services/outbox/emit-event.ts'
import { counterCustomerOf, isCounterEmail } from '#server/shared/counter-sales.ts'
import { toIso } from '#server/shared/day.ts'
import { metadataText } from '#server/shared/metadata.ts'
import { decimalFromMinor, minorFromDecimal } from '#server/shared/money/money.ts'
import { nameColumnsOf } from '../customers/customers.rules.ts'
import { canTakePayments } from '../merchants/merchants.rules.ts'
import { notConnected } from '../merchants/not-connected.ts'
import type { NewTransaction } from './new-transaction.schema.ts'
import { LOST_RESPONSE_MS, payOnline } from './pay-online.ts'
import {
  findKeyForMerchantsPage,
  isForMerchantsPage,
  removeClientSecret,
  restoreClientSecret,
} from './payer/merchants-page.ts'
import { assertExpiry } from './payer/payment-expiry.ts'
import { eventOfPayment, responseOf, withinExpiry } from './payment-response.ts'
import { atProcessor, columnsOf } from './payment-stages.rules.ts'
import { recordProgress } from './settle/record-progress.ts'
import { ReferenceTakenError, respondForReference } from './store/respond-for-reference.ts'
import { findTransaction } from './transactions.queries.ts'
import type { Transaction } from './transactions.schema.ts'

/**
 * Payment link of a payment, and the function that encrypts its receipt mail: the thread that stores the payment has no
 * encryption key.
 */
export type PaymentByLink = {
  link: OrderOfLink
  /** Types of methods that the link offers; null for the types in the settings. */
  methodTypes?: readonly string[] | null
  sealReceipt: (order: PaymentOrder) => Promise<MailRow | null>
}

/**
 * Takes a payment. With a processor that works offline, it is stored with its outcome. With any other, it is stored as
 * pending first, so that a job finds it after a crash and queries the processor. A lost response leaves the payment
 * pending: the caller's Idempotency-Key gets the outcome once it is known. When another payment has the order's
 * reference, returns that one.
 * @throws LinkClosedError when its payment link has stopped taking payments
 */
export const createTransaction = (
  ctx: MerchantCtx,
  input: NewTransaction,
  byLink: PaymentByLink | null = null,
): Promise<Transaction> =>
  takePayment(ctx, input, byLink).catch((error: unknown) => {
    if (error instanceof ReferenceTakenError) return respondForReference(ctx, error)
    throw error
  })

async function takePayment(
  ctx: MerchantCtx,
  input: NewTransaction,
  byLink: PaymentByLink | null,
): Promise<Transaction> {
  const route = routeOf(ctx, input)
  const { processor } = route
  if (input.expiresAt !== undefined) await assertExpiry(ctx, input.expiresAt)
  const order = orderOf(ctx, input, route)
  if (byLink) order.link = byLink.link
  const means = { ...meansOf(ctx, input), methodTypes: byLink?.methodTypes ?? null }
  assertAccepted(processor, { order, means })
  const publishableKey = await findKeyForMerchantsPage(ctx, input, route)
  if (processor.isOffline) {
    const progress = await processor.pay(atProcessor(order), ctx.now(), means)
    Object.assign(order, columnsOf(progress, order, ctx.now()))
    order.hasOutcome = true
    if (progress.stage === 'requires_action') {
      order.next = withinExpiry(processor.next?.(atProcessor(order)) ?? null, order)
    }
    if (byLink && order.status === 'success') order.receipt = await byLink.sealReceipt(order)
    const { response } = await storeOrder(ctx, order)
    if (order.receipt) ctx.wakeMailWorker()
    return JSON.parse(response) as Transaction
  }
  const { row: pending } = await storeOrReplay(ctx, order)
  if (!pending) throw new Error('a payment whose processor is to be asked came without its row')
  const progress = await payOnline(ctx, { processor, means, publishableKey }, pending)
  return inTransaction(ctx, async (inner) => {
    const settled = await recordProgress(inner, pending, progress, {
      actor: `processor:${processor.name}`,
    })
    const stored = settled ?? (await reloadPayment(inner, pending))
    const response = responseOf(ctx, stored)
    // While the outcome is unknown, no event is written and no response is stored for the Idempotency-Key. A job does both
    // once the outcome is known.
    if (progress.stage === 'unknown' && stored.status === 'pending') return response
    // Recording the stage `processing` has written this event already.
    const needsEvent = stored.status === 'pending' && progress.stage !== 'processing'
    if (needsEvent) await emitEvent(inner, eventOfPayment(inner, stored))
    await ctx.once?.complete(inner, removeClientSecret(response))
    return response
  })
}

/** Thrown when a payment link stopped taking payments before the payment was stored. */
export class LinkClosedError extends Error {}

/**
 * Returns the payment data that the payer supplied. A signed-in user's token without a return URL comes from the
 * dashboard, where the payer's browser runs the processor's script.
 */
function meansOf({ actor, merchant }: MerchantCtx, input: NewTransaction): PaymentMeans {
  const { paymentToken: token = null, returnUrl = null, customerEmail, expiresAt } = input
  return {
    token,
    returnUrl,
    cancelUrl: input.cancelUrl ?? null,
    locale: input.locale ?? null,
    expiresAtMs: expiresAt === undefined ? null : Date.parse(expiresAt),
    runsScriptOnPage:
      isForMerchantsPage(input) || (actor.type === 'user' && token !== null && returnUrl === null),
    wantsSecret: isForMerchantsPage(input),
    email: customerEmail && !isCounterEmail(customerEmail) ? customerEmail : null,
    description: input.description ?? null,
    title: merchant.businessName,
  }
}

/** Throws `invalid` when the processor does not accept the payment's token or its amount. */
function assertAccepted(
  processor: Processor,
  { order, means }: { order: PaymentOrder; means: PaymentMeans },
): void {
  const { paymentMethod, currency } = order
  const { takesTokens = !processor.isOffline } = processor.capabilities(paymentMethod, currency)
  if (!takesTokens && means.token !== null) {
    throw invalidField({
      path: 'paymentToken',
      reason: 'token_not_taken',
      message: `payments of this method go to ${processor.label}, which takes no tokens`,
    })
  }
  if (!takesTokens && !processor.isOffline && means.wantsSecret) {
    const message = `payments of this method continue on the page of ${processor.label} only`
    throw invalidField({ path: 'next', message })
  }
  assertAmountAccepted(processor, order)
}

/** Throws `invalid` when the processor does not accept the amount. */
export function assertAmountAccepted(
  processor: Processor,
  { amount, currency, paymentMethod }: Pick<PaymentOrder, 'amount' | 'currency' | 'paymentMethod'>,
): void {
  const {
    least,
    most,
    takesCurrency = true,
    step = 1,
  } = processor.capabilities(paymentMethod, currency)
  if (!takesCurrency) {
    throw invalidField({ path: 'currency', message: `${processor.label} takes no ${currency}` })
  }
  if (amount % step !== 0) {
    const unit = decimalFromMinor(step)
    const message = `${processor.label} takes multiples of ${unit} ${currency} only`
    throw invalidField({ path: 'amount', message })
  }
  const limitMessage = (limit: number, which: string) =>
    `${processor.label} takes ${decimalFromMinor(limit)} ${currency} at ${which}`
  if (least !== null && amount < least) {
    throw invalidField({
      path: 'amount',
      reason: 'amount_below_minimum',
      message: limitMessage(least, 'least'),
    })
  }
  if (most !== null && amount > most) {
    throw invalidField({
      path: 'amount',
      reason: 'amount_above_maximum',
      message: limitMessage(most, 'most'),
    })
  }
}

type Refusal = {
  path: string
  reason?: 'amount_below_minimum' | 'amount_above_maximum' | 'token_not_taken'
  message: string
}

const invalidField = ({ path, reason, message }: Refusal): AppError =>
  new AppError('invalid', `${path}: ${message}`, {
    ...(reason && { reason }),
    issues: [{ path, message }],
  })

/** Returns the processor and account for the payment; throws when the merchant cannot take it. */
function routeOf({ merchant, processors }: MerchantCtx, input: NewTransaction): Route {
  if (!canTakePayments(merchant)) {
    throw new AppError('forbidden', 'This merchant cannot take payments.', {
      reason:
        merchant.verificationStatus === 'suspended' ? 'merchant_suspended' : 'merchant_pending',
    })
  }
  const route = processors.routeOf(merchant, input.paymentMethod)
  if (!route) throw notConnected(merchant)
  const { canCaptureByHand } = route.processor.capabilities(input.paymentMethod, input.currency)
  if (input.captureMethod === 'manual' && !canCaptureByHand) {
    const message = 'payments of this method cannot be captured by hand'
    throw new AppError('invalid', `captureMethod: ${message}`, {
      issues: [{ path: 'captureMethod', message }],
    })
  }
  return route
}

/** Stores the order. Throws the caller's error when it was not stored, or a `Replay` of an earlier response. */
async function storeOrder(ctx: MerchantCtx, order: PaymentOrder) {
  const outcome = await ctx.payments.store(order)
  if (outcome.is === 'known') throw new Replay(outcome.known)
  if (outcome.is === 'running') throw inProgressError()
  if (outcome.is === 'link closed') throw new LinkClosedError()
  if (outcome.is === 'reference taken') throw new ReferenceTakenError(order, outcome.payment)
  if (outcome.is === 'merchant gone') throw new AppError('not_found', 'There is no such merchant.')
  return outcome
}

/** Like `storeOrder`, but restores the client secret in a replayed response, which was stored without it. */
const storeOrReplay = (ctx: MerchantCtx, order: PaymentOrder) =>
  storeOrder(ctx, order).catch(async (error: unknown) => {
    if (!(error instanceof Replay)) throw error
    throw new Replay(await restoreClientSecret(ctx, error.row))
  })

/** Returns the payment as stored now: its customer may have been erased during the processor's call. */
async function reloadPayment({ db }: MerchantCtx, { merchantId, id }: TransactionRow) {
  const row = await findTransaction(db, { merchantId, key: id })
  if (!row) throw new Error('a payment vanished while its processor was asked')
  return row
}

/**
 * Returns the payer's columns. A payment without a person belongs to the merchant's reserved customer.
 * @throws AppError `invalid` for a name without an e-mail address, or the other way round
 */
function payerColumnsOf(merchantId: string, { customerName, customerEmail }: NewTransaction) {
  const isNamed = customerName !== undefined
  if (isNamed !== (customerEmail !== undefined)) {
    throw invalidField({
      path: isNamed ? 'customerEmail' : 'customerName',
      message: 'is required',
    })
  }
  if (!isNamed || !customerEmail || isCounterEmail(customerEmail)) {
    return nameColumnsOf(counterCustomerOf(merchantId))
  }
  return { customerName, customerEmail }
}

/** Returns the order of a payment whose processor has not been called yet. */
function orderOf(
  ctx: MerchantCtx,
  input: NewTransaction,
  { processor, accountId }: Route,
): PaymentOrder {
  const amount = minorFromDecimal(input.amount)
  if (amount === undefined) throw new Error('an unchecked amount reached the rules')
  const { once } = ctx
  const order: PaymentOrder = {
    merchantId: ctx.merchant.id,
    id: ctx.newId('txn'),
    transactionId: ctx.newReference(),
    ...payerColumnsOf(ctx.merchant.id, input),
    amount,
    currency: input.currency,
    paymentMethod: input.paymentMethod,
    description: input.description,
    captureMethod: input.captureMethod === 'manual' ? 'manual' : null,
    processor: processor.name,
    processorAccountId: accountId,
    createdAt: toIso(ctx.now()),
    status: 'pending',
    stage: 'created',
    failureReason: null,
    nextCheckAt: toIso(ctx.now() + LOST_RESPONSE_MS),
    hasOutcome: false,
    actor: actorName(ctx.actor),
    once: once ? { key: once.key, fingerprint: once.fingerprint } : null,
  }
  const shopId = shopIdOf(ctx.actor)
  if (shopId) order.shopId = shopId
  if (input.reference !== undefined) order.orderReference = input.reference
  if (input.returnUrl !== undefined) order.returnUrl = input.returnUrl
  if (input.cancelUrl !== undefined) order.cancelUrl = input.cancelUrl
  if (input.locale !== undefined) order.locale = input.locale
  if (input.expiresAt !== undefined) order.expiresAt = toIso(Date.parse(input.expiresAt))
  if (input.metadata) order.metadata = metadataText(input.metadata)
  if (ctx.version === 'v2') order.version = 'v2'
  return order
}
