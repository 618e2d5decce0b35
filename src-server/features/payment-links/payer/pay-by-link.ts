import { AppError } from '#server/core/calls/errors.ts'
import { problemOf } from '#server/core/calls/problem.ts'
import type { MerchantCtx, World } from '#server/core/context.ts'
import { inTransaction } from '#server/core/context.ts'
import type { LinkAnswer } from '#server/core/ports/payment-store.ts'
import { PAY_PATH } from '#server/features/payment-links/link-token.ts'
import { holdLink, holdLinkOwner } from '#server/features/payment-links/links.queries.ts'
import {
  needsProof,
  noteDeclines,
  noteFormOutcome,
  takeForm,
  watchMerchant,
} from '#server/features/payment-links/payer/card-testing.ts'
import type { FormTurns } from '#server/features/payment-links/payer/form-turns.ts'
import {
  createTransaction,
  LinkClosedError,
  type PaymentByLink,
} from '#server/features/transactions/create-transaction.ts'
import { nextAddressOf } from '#server/features/transactions/payment-answer.ts'
import type { Transaction } from '#server/features/transactions/transactions.schema.ts'
import { runOnce } from '#server/services/idempotency/idempotency.ts'
import { payerUrls } from '#server/services/processors/payer-place.ts'
import { rulesOf } from '#server/shared/money/currencies.ts'
import { decimalFromMinor } from '#server/shared/money/money.ts'
import type { PaymentMethod } from '#server/shared/money/payment-method.ts'
import { sealedLinkReceipt } from '../mails/link-receipt.ts'
import {
  askedText,
  FORM_LASTS_MS,
  type FormToken,
  hashOfForm,
  isProof,
  readFormToken,
  WAIT_MS,
} from './form-token.ts'
import {
  type Faults,
  type ReadForm,
  readForm,
  type TypedForm,
  typedForm,
} from './pay-form.rules.ts'
import { findPayersLink, type PayersLink, paymentOfForm } from './payers-link.ts'

/** A form that a payer sent, with its sender. */
export type SentForm = {
  /** Token in the link's URL. */
  token: string
  fields: URLSearchParams
  language: 'it' | 'en'
  /** Sender whose forms are counted together: an IP address, or the subnet of an IPv6 address. */
  place: string
  address: string
  requestId: string
}

/** Data to show the page again with the values that the payer typed. */
type Again = { view: PayersLink; typed: TypedForm; formToken: string | null }

export type PaidByLink =
  | { is: 'missing' }
  | { is: 'closed'; view: PayersLink }
  | ({ is: 'faulty'; faults: Faults } & Again)
  /** The form token expired or its key was removed. The payer may send the same values again. */
  | ({ is: 'stale' } & Again)
  /** The merchant has changed the link's amount or currency since the page was rendered. */
  | ({ is: 'changed' } & Again)
  | ({ is: 'too many'; waitS: number } & Again)
  /** The form has no proof of work, which a browser without scripts cannot do. The sender has to wait. */
  | ({ is: 'to wait'; waitS: number } & Again)
  | { is: 'onward'; url: string }

/** Seconds to wait while too many forms are queued. */
const CROWD_S = 5

/** Takes a payment by a link. A form makes one payment, however often it is sent. */
export async function payByLink(
  world: World,
  turns: FormTurns,
  sent: SentForm,
): Promise<PaidByLink> {
  const found = await findPayersLink(world, sent.token)
  if (!found) return { is: 'missing' }
  const formToken = sent.fields.get('form') ?? ''
  const form = readFormToken(world.secretBox, formToken, found.link)
  // A form that has made its payment redirects to it, whatever the state of the link is now.
  const known = form && (await paymentOfForm(world, found.link, form))
  if (known) return { is: 'onward', url: donePath(sent.token, formToken) }
  if (found.status !== 'active') return { is: 'closed', view: found }
  const typed = typedForm(sent.fields, found.asked)
  const again = { typed, formToken: form ? formToken : null }
  const read = readForm(typed, found.asked)
  if ('faults' in read) return { is: 'faulty', faults: read.faults, view: found, ...again }
  if (!form || world.now() - form.atMs > FORM_LASTS_MS) {
    return { is: 'stale', typed, view: found, formToken: null }
  }
  if (form.asked !== askedText(found.asked)) {
    return { is: 'changed', typed, view: found, formToken: null }
  }
  const forms = { ...sent, formToken, form }
  const route = world.processors.routeOf(found.merchant, read.method)
  // A processor with a network declines later, so a queue would only have other forms wait for that network.
  if (!route?.processor.isOffline) return payInTurn(world, forms, again)
  const outcome = await turns.take(found.merchant.id, () => payInTurn(world, forms, again))
  return outcome ?? { is: 'too many', waitS: CROWD_S, view: found, ...again }
}

/** Checks the limits once more, which forms ahead in the queue may have reached. */
async function payInTurn(
  world: World,
  sent: Forms,
  again: Pick<Again, 'typed' | 'formToken'>,
): Promise<PaidByLink> {
  const found = await findPayersLink(world, sent.token)
  if (!found) return { is: 'missing' }
  // A form that was sent twice may have been paid while it waited, and have closed a single-use link.
  if (await paymentOfForm(world, found.link, sent.form)) {
    return { is: 'onward', url: donePath(sent.token, sent.formToken) }
  }
  const isWatched = await watchMerchant(world, found.link)
  const view = (isWatched && (await findPayersLink(world, sent.token))) || found
  if (view.status !== 'active') return { is: 'closed', view }
  if (sent.form.asked !== askedText(view.asked)) {
    return { is: 'changed', view, ...again, formToken: null }
  }
  const read = readForm(again.typed, view.asked)
  if ('faults' in read) return { is: 'faulty', faults: read.faults, view, ...again }
  const waitS = await workLeft(world, view, {
    form: sent.form,
    proof: sent.fields.get('proof') ?? '',
  })
  if (waitS > 0) return { is: 'to wait', waitS, view, ...again }
  const limitedS = await takeForm(world, view.link, {
    place: sent.place,
    email: read.email,
    formHash: hashOfForm(sent.form),
    isTransfer: read.method === 'bank',
  })
  if (limitedS > 0) return { is: 'too many', waitS: limitedS, view, ...again }
  const paid = await pay(world, sent, { view, read })
  if (typeof paid !== 'string') return paid
  const amount = faultOf(world, paid, { view, method: read.method })
  return { is: 'faulty', faults: { amount }, view, ...again }
}

type RefusedAmount = 'amount_below_minimum' | 'amount_above_maximum'

const isAboutAmount = (reason: string | undefined): reason is RefusedAmount =>
  reason === 'amount_below_minimum' || reason === 'amount_above_maximum'

/** Returns the minimum or maximum amount of the processor, for the page. */
function faultOf(
  { processors }: World,
  reason: RefusedAmount,
  { view: { merchant, asked }, method }: { view: PayersLink; method: PaymentMethod },
): NonNullable<Faults['amount']> {
  const { currency } = asked
  const can = processors.routeOf(merchant, method)?.processor.capabilities(method, currency)
  return reason === 'amount_below_minimum'
    ? { is: 'too_little', least: decimalFromMinor(can?.least ?? 1) }
    : { is: 'too_much', most: decimalFromMinor(can?.most ?? rulesOf(currency).largest) }
}

/** Returns the seconds to wait when a required proof of work is missing; otherwise 0. */
async function workLeft(
  world: World,
  { link }: PayersLink,
  { form, proof }: { form: FormToken; proof: string },
): Promise<number> {
  if (!(await needsProof(world, link)) || isProof(form, proof)) return 0
  return Math.max(0, Math.ceil((form.atMs + WAIT_MS - world.now()) / 1000))
}

type Forms = SentForm & { formToken: string; form: FormToken }

async function pay(
  world: World,
  sent: Forms,
  { view, read }: { view: PayersLink; read: ReadForm },
): Promise<PaidByLink | RefusedAmount> {
  const done = donePath(sent.token, sent.formToken)
  const back = `${world.config.appUrl}${done}`
  try {
    const id = await store(world, sent, { view, read, returnUrl: back })
    if (id === null) return { is: 'onward', url: done }
    const payment = await paymentOfForm(world, view.link, sent.form)
    const next = payment && nextAddressOf(world, payment)
    if (!payment || !next) return { is: 'onward', url: done }
    // Redirects by way of our own URL, which contains the URL to which the payer returns.
    const isOwnPage = world.processors.named(payment.processor).isOffline
    const url = isOwnPage ? next : payerUrls(world.config.appUrl, world.secretBox)(payment, back).on
    return { is: 'onward', url }
  } catch (error) {
    if (error instanceof LinkClosedError) {
      const now = (await findPayersLink(world, sent.token)) ?? view
      return { is: 'closed', view: now }
    }
    if (error instanceof AppError && isAboutAmount(error.reason)) return error.reason
    // The same form is being processed already. The page of its payment shows the outcome.
    if (error instanceof AppError && error.reason === 'idempotency_in_progress') {
      return { is: 'onward', url: done }
    }
    throw error
  }
}

/** Stores the payment as the API does, once per form. Returns its id, or null when it was stored before. */
async function store(
  world: World,
  sent: Forms,
  { view, read, returnUrl }: { view: PayersLink; read: ReadForm; returnUrl: string },
): Promise<string | null> {
  const { link, merchant } = view
  const ctx: MerchantCtx = {
    ...world,
    actor: { type: 'system', job: 'payment-link' },
    merchant,
    requestId: sent.requestId,
    address: sent.address,
  }
  let isReplayed = false
  const result = await runOnce(ctx, {
    merchantId: merchant.id,
    key: `pay:${sent.form.random}`,
    version: 'v1',
    procedure: 'pay',
    // The typed values are left out: a form that is sent again with other values is the same form.
    input: { link: link.id },
    keepsAnswer: true,
    work: async (changed) => ({
      ok: true as const,
      data: await createTransaction(
        { ...ctx, ...changed },
        {
          amount: decimalFromMinor(read.amount),
          currency: view.asked.currency,
          customerName: read.name,
          customerEmail: read.email,
          paymentMethod: read.method,
          description: link.title,
          returnUrl,
        },
        byLink(world, view, { ...sent, answers: read.answers }),
      ),
    }),
    describe: (error) => problemOf(error, sent.requestId),
    onReplay: () => {
      isReplayed = true
    },
  })
  const { id, status } = result.data as Transaction
  if (isReplayed) return null
  if (status === 'failed') await noteFailed(world, view, id)
  if (status !== 'pending') {
    const outcome = status === 'success' ? 'success' : 'declined'
    await noteFormOutcome(world, { merchantId: merchant.id, transactionId: id }, outcome)
  }
  return id
}

const byLink = (
  world: World,
  { merchant, link }: PayersLink,
  {
    form,
    language,
    answers,
  }: Pick<SentForm, 'language'> & { form: FormToken; answers: LinkAnswer[] },
): PaymentByLink => ({
  link: { id: link.id, formHash: hashOfForm(form), language, answers },
  sealReceipt: (order) =>
    sealedLinkReceipt(world, { merchant, row: order }, { language, at: order.createdAt }),
})

/** Counts a decline that came at once. Any later outcome is counted when it is recorded. */
const noteFailed = (world: World, { link }: PayersLink, id: string): Promise<void> =>
  inTransaction(world, async (inner) => {
    const { merchantId, id: linkId } = link
    await holdLinkOwner(inner.db, { dialect: inner.dialect, merchantId })
    await holdLink(inner.db, { dialect: inner.dialect, merchantId, id: linkId })
    await noteDeclines(inner, { merchantId, linkId, names: [`${id} 1`] })
  })

/** Returns the path of the page with the outcome of a form's payment. */
export const donePath = (token: string, formToken: string): string =>
  `${PAY_PATH}/${token}/done?form=${encodeURIComponent(formToken)}`
