import { AppError } from '#server/core/calls/errors.ts'
import { problemOf } from '#server/core/calls/problem.ts'
import type { MerchantCtx, World } from '#server/core/context.ts'
import { inTransaction } from '#server/core/context.ts'
import { PAY_PATH } from '#server/features/payment-links/link-token.ts'
import { lockLink, lockLinkOwner } from '#server/features/payment-links/links.queries.ts'
import {
  needsProofOfWork,
  pauseAllIfTested,
  recordDeclines,
  storeFormOutcome,
  takeFormAllowance,
} from '#server/features/payment-links/payer/card-testing.ts'
import type { FormQueues } from '#server/features/payment-links/payer/form-queues.ts'
import {
  createTransaction,
  LinkClosedError,
  type PaymentByLink,
} from '#server/features/transactions/create-transaction.ts'
import { nextUrlOf } from '#server/features/transactions/payment-response.ts'
import type { Transaction } from '#server/features/transactions/transactions.schema.ts'
import { runOnce } from '#server/services/idempotency/idempotency.ts'
import { createPayerUrls } from '#server/services/processors/continue-token.ts'
import { rulesOf } from '#server/shared/money/currencies.ts'
import { decimalFromMinor } from '#server/shared/money/money.ts'
import type { PaymentMethod } from '#server/shared/money/payment-method.ts'
import { sealLinkReceipt } from '../mails/link-receipt.ts'
import { methodTypesOf } from '../payment-links.rules.ts'
import {
  amountTextOf,
  FORM_LIFETIME_MS,
  type FormToken,
  hashOfForm,
  isProof,
  MIN_FORM_AGE_MS,
  readFormToken,
} from './form-token.ts'
import {
  type Faults,
  needsConfirmation,
  type ReadForm,
  readForm,
  type TypedForm,
  typedForm,
  withoutChoices,
} from './pay-form.rules.ts'
import { findPayersLink, findPaymentOfForm, type PayersLink } from './payers-link.ts'

/** A form that a payer sent, with its sender. */
export type SubmittedForm = {
  /** Token in the link's URL. */
  token: string
  fields: URLSearchParams
  language: 'it' | 'en'
  /** Sender whose forms are counted together: an IP address, or the subnet of an IPv6 address. */
  senderNetwork: string
  /** The sender's IP address, for the audit log. */
  address: string
  requestId: string
}

/** Data to show the page again with the values that the payer typed. */
type RedisplayedForm = { view: PayersLink; typed: TypedForm; formToken: string | null }

/**
 * Result of a sent form: the page to show, or with `redirect` the URL to redirect to. `missing`: no such link.
 * `closed`: the link takes no payments. `invalid`: fields are invalid. `waitS`: seconds to wait.
 */
export type FormOutcome =
  | { is: 'missing' }
  | { is: 'closed'; view: PayersLink }
  | ({ is: 'invalid'; faults: Faults } & RedisplayedForm)
  /** The form token expired, or its encryption key was removed. The payer may send the same values again. */
  | ({ is: 'stale' } & RedisplayedForm)
  /** The merchant has changed the link's amount or currency since the page was rendered. */
  | ({ is: 'changed' } & RedisplayedForm)
  /** The page did not show the total of the chosen quantities and tip. The payer sees it, and sends the form again. */
  | ({ is: 'to confirm' } & RedisplayedForm)
  | ({ is: 'too many'; waitS: number } & RedisplayedForm)
  /** The form has no proof of work, which a browser without scripts cannot do. The sender has to wait. */
  | ({ is: 'must wait'; waitS: number } & RedisplayedForm)
  | { is: 'redirect'; url: string }

/** Seconds to wait while too many forms are queued. */
const FULL_QUEUE_WAIT_S = 5

/** Takes a payment by a link. A form makes one payment, however often it is sent. */
export async function payByLink(
  world: World,
  formQueues: FormQueues,
  submitted: SubmittedForm,
): Promise<FormOutcome> {
  const payersLink = await findPayersLink(world, submitted.token)
  if (!payersLink) return { is: 'missing' }
  const formToken = submitted.fields.get('form') ?? ''
  const form = readFormToken(world.secretBox, formToken, payersLink.link)
  // A form that has made its payment redirects to it, whatever the state of the link is now.
  const existingPayment = form && (await findPaymentOfForm(world, payersLink.link, form))
  if (existingPayment) return { is: 'redirect', url: donePath(submitted.token, formToken) }
  if (payersLink.status !== 'active') return { is: 'closed', view: payersLink }
  const typed = typedForm(submitted.fields, payersLink.formSettings)
  const redisplayed = { typed, formToken: form ? formToken : null }
  const read = readForm(typed, payersLink.formSettings)
  if ('faults' in read)
    return { is: 'invalid', faults: read.faults, view: payersLink, ...redisplayed }
  if (!form || world.now() - form.atMs > FORM_LIFETIME_MS) {
    return { is: 'stale', typed, view: payersLink, formToken: null }
  }
  if (form.shownAmount !== amountTextOf(payersLink.formSettings)) {
    return { is: 'changed', typed: withoutChoices(typed), view: payersLink, formToken: null }
  }
  if (needsConfirmation(read, typed)) return { is: 'to confirm', view: payersLink, ...redisplayed }
  const openedForm = { ...submitted, formToken, form }
  const route = world.processors.routeOf(payersLink.merchant, read.method)
  // The queue lets each form see the declines before it. A processor that works over a network declines later, so the
  // queue would only make other forms wait.
  if (!route?.processor.isOffline) return payQueuedForm(world, openedForm, redisplayed)
  const outcome = await formQueues.take(payersLink.merchant.id, () =>
    payQueuedForm(world, openedForm, redisplayed),
  )
  return outcome ?? { is: 'too many', waitS: FULL_QUEUE_WAIT_S, view: payersLink, ...redisplayed }
}

/**
 * Checks the link and the limits again, since forms ahead in the queue may have changed them, and takes the payment.
 */
async function payQueuedForm(
  world: World,
  submitted: OpenedForm,
  redisplayed: Pick<RedisplayedForm, 'typed' | 'formToken'>,
): Promise<FormOutcome> {
  const payersLink = await findPayersLink(world, submitted.token)
  if (!payersLink) return { is: 'missing' }
  // A form that was sent twice may have been paid while it waited, and have closed a single-use link.
  if (await findPaymentOfForm(world, payersLink.link, submitted.form)) {
    return { is: 'redirect', url: donePath(submitted.token, submitted.formToken) }
  }
  const isPaused = await pauseAllIfTested(world, payersLink.link)
  const view = (isPaused && (await findPayersLink(world, submitted.token))) || payersLink
  if (view.status !== 'active') return { is: 'closed', view }
  if (submitted.form.shownAmount !== amountTextOf(view.formSettings)) {
    return { is: 'changed', view, typed: withoutChoices(redisplayed.typed), formToken: null }
  }
  const read = readForm(redisplayed.typed, view.formSettings)
  if ('faults' in read) return { is: 'invalid', faults: read.faults, view, ...redisplayed }
  const waitS = await proofWaitS(world, view, {
    form: submitted.form,
    proof: submitted.fields.get('proof') ?? '',
  })
  if (waitS > 0) return { is: 'must wait', waitS, view, ...redisplayed }
  const limitedS = await takeFormAllowance(world, view.link, {
    senderNetwork: submitted.senderNetwork,
    email: read.email,
    formHash: hashOfForm(submitted.form),
    isTransfer: read.method === 'bank',
  })
  if (limitedS > 0) return { is: 'too many', waitS: limitedS, view, ...redisplayed }
  const payResult = await pay(world, submitted, { view, read })
  if (typeof payResult !== 'string') return payResult
  const fault = faultOf(world, payResult, { view, method: read.method })
  const field = view.formSettings.offers.length > 0 || read.tip > 0 ? 'total' : 'amount'
  return { is: 'invalid', faults: { [field]: fault }, view, ...redisplayed }
}

type RefusedAmount = 'amount_below_minimum' | 'amount_above_maximum'

const isAboutAmount = (reason: string | undefined): reason is RefusedAmount =>
  reason === 'amount_below_minimum' || reason === 'amount_above_maximum'

/** Returns the minimum or maximum amount of the processor, for the page. */
function faultOf(
  { processors }: World,
  reason: RefusedAmount,
  { view: { merchant, formSettings }, method }: { view: PayersLink; method: PaymentMethod },
): NonNullable<Faults['amount']> {
  const { currency } = formSettings
  const limits = processors.routeOf(merchant, method)?.processor.capabilities(method, currency)
  return reason === 'amount_below_minimum'
    ? { is: 'too_little', least: decimalFromMinor(limits?.least ?? 1) }
    : { is: 'too_much', most: decimalFromMinor(limits?.most ?? rulesOf(currency).largest) }
}

/** Returns the seconds to wait when a required proof of work is missing; otherwise 0. */
async function proofWaitS(
  world: World,
  { link }: PayersLink,
  { form, proof }: { form: FormToken; proof: string },
): Promise<number> {
  if (!(await needsProofOfWork(world, link)) || isProof(form, proof)) return 0
  return Math.max(0, Math.ceil((form.atMs + MIN_FORM_AGE_MS - world.now()) / 1000))
}

type OpenedForm = SubmittedForm & { formToken: string; form: FormToken }

async function pay(
  world: World,
  submitted: OpenedForm,
  { view, read }: { view: PayersLink; read: ReadForm },
): Promise<FormOutcome | RefusedAmount> {
  const outcomePath = donePath(submitted.token, submitted.formToken)
  const outcomeUrl = `${world.config.appUrl}${outcomePath}`
  try {
    const id = await storePayment(world, submitted, { view, read, returnUrl: outcomeUrl })
    if (id === null) return { is: 'redirect', url: outcomePath }
    const payment = await findPaymentOfForm(world, view.link, submitted.form)
    const next = payment && nextUrlOf(world, payment)
    if (!payment || !next) return { is: 'redirect', url: outcomePath }
    // Redirects to another site by way of Incasso's URL, which contains the URL to which the payer returns.
    const isIncassosPage = world.processors.named(payment.processor).isOffline
    const url = isIncassosPage
      ? next
      : createPayerUrls(world.config.appUrl, world.secretBox)(payment, outcomeUrl).continueUrl
    return { is: 'redirect', url }
  } catch (error) {
    if (error instanceof LinkClosedError) {
      const currentView = (await findPayersLink(world, submitted.token)) ?? view
      return { is: 'closed', view: currentView }
    }
    if (error instanceof AppError && isAboutAmount(error.reason)) return error.reason
    // The same form is being processed already. The page of its payment shows the outcome.
    if (error instanceof AppError && error.reason === 'idempotency_in_progress') {
      return { is: 'redirect', url: outcomePath }
    }
    throw error
  }
}

/** Stores the payment as the API does, once per form. Returns its id, or null when it is already stored. */
async function storePayment(
  world: World,
  submitted: OpenedForm,
  { view, read, returnUrl }: { view: PayersLink; read: ReadForm; returnUrl: string },
): Promise<string | null> {
  const { link, merchant } = view
  const ctx: MerchantCtx = {
    ...world,
    actor: { type: 'system', job: 'payment-link' },
    merchant,
    requestId: submitted.requestId,
    address: submitted.address,
  }
  let isReplayed = false
  const result = await runOnce(ctx, {
    merchantId: merchant.id,
    key: `pay:${submitted.form.random}`,
    version: 'v1',
    procedure: 'pay',
    // The typed values are left out: a form that is sent again with other values is the same form.
    input: { link: link.id },
    storesResponse: true,
    work: async (changeContext) => ({
      ok: true as const,
      data: await createTransaction(
        { ...ctx, ...changeContext },
        {
          amount: decimalFromMinor(read.amount),
          currency: view.formSettings.currency,
          customerName: read.name,
          customerEmail: read.email,
          paymentMethod: read.method,
          description: link.title,
          returnUrl,
          locale: submitted.language,
        },
        paymentByLink(world, view, { ...submitted, ...read }),
      ),
    }),
    describe: (error) => problemOf(error, submitted.requestId),
    onReplay: () => {
      isReplayed = true
    },
  })
  const { id, status } = result.data as Transaction
  if (isReplayed) return null
  if (status === 'failed') await recordDeclinedPayment(world, view, id)
  if (status !== 'pending') {
    const outcome = status === 'success' ? 'success' : 'declined'
    await storeFormOutcome(world, { merchantId: merchant.id, transactionId: id }, outcome)
  }
  return id
}

const paymentByLink = (
  world: World,
  { merchant, link }: PayersLink,
  {
    form,
    language,
    answers,
    lines,
    tip,
  }: Pick<SubmittedForm, 'language'> & { form: FormToken } & Pick<
      ReadForm,
      'answers' | 'lines' | 'tip'
    >,
): PaymentByLink => ({
  methodTypes: methodTypesOf(link),
  link: { id: link.id, formHash: hashOfForm(form), language, answers, lines, tip },
  sealReceipt: (order) =>
    sealLinkReceipt(
      world,
      { merchant, row: order, chosen: { lines, tip } },
      { language, at: order.createdAt },
    ),
})

/** Counts a decline that came at once. Any later outcome is counted when it is recorded. */
const recordDeclinedPayment = (world: World, { link }: PayersLink, id: string): Promise<void> =>
  inTransaction(world, async (inner) => {
    const { merchantId, id: linkId } = link
    await lockLinkOwner(inner.db, { dialect: inner.dialect, merchantId })
    await lockLink(inner.db, { dialect: inner.dialect, merchantId, id: linkId })
    await recordDeclines(inner, { merchantId, linkId, declineIds: [`${id} 1`] })
  })

/** Returns the path of the page with the outcome of a form's payment. */
export const donePath = (token: string, formToken: string): string =>
  `${PAY_PATH}/${token}/done?form=${encodeURIComponent(formToken)}`
