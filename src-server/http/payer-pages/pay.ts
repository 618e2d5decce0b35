import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { World } from '#server/core/context.ts'
import { PAY_PATH } from '#server/features/payment-links/link-token.ts'
import {
  isSuspectedOfCardTesting,
  needsProofOfWork,
} from '#server/features/payment-links/payer/card-testing.ts'
import {
  type DonePage,
  findOpenTransferPath,
  readDonePage,
} from '#server/features/payment-links/payer/done-page.ts'
import { FormQueues } from '#server/features/payment-links/payer/form-queues.ts'
import {
  amountTextOf,
  newFormToken,
  readFormToken,
} from '#server/features/payment-links/payer/form-token.ts'
import { isPreview } from '#server/features/payment-links/payer/link-preview.ts'
import { OpenedCounts } from '#server/features/payment-links/payer/opened-counts.ts'
import { type FormOutcome, payByLink } from '#server/features/payment-links/payer/pay-by-link.ts'
import {
  findPayersLink,
  type PayersLink,
} from '#server/features/payment-links/payer/payers-link.ts'
import { subnetOf } from '#server/services/identity/throttle/sign-in-throttle.ts'
import { receiptUrl } from '#server/services/receipts/receipt-token.ts'
import { payWords } from '#server/shared/branding/pay-words.ts'
import { paymentMethods } from '#server/shared/money/payment-method.ts'
import { isPlainHttps } from '#server/shared/text/plain-https.ts'
import type { CallerLimits } from '../entrance/caller-limits.ts'
import { clientIpAddress } from '../entrance/client-ip-address.ts'
import { PAY_ROUTE } from '../entrance/guards.ts'
import { hasChoices } from './choices-document.ts'
import { doneDocument } from './done-document.ts'
import { accentStyleOf, logoRoute } from './pay-branding.ts'
import { closedDocument, type PayFormView, payDocument, plainDocument } from './pay-document.ts'
import { PAGE_SCRIPT, PROOF_SCRIPT, payPolicy, TOTAL_SCRIPT } from './pay-layout.ts'
import { pageScript } from './pay-page-script.ts'
import { proofScript } from './pay-proof-script.ts'
import { totalScript } from './pay-total-script.ts'
import { languageFor, sendErrorPage, withPayerHeaders } from './payer-responses.ts'
import { RefusalDelay } from './refusal-delay.ts'
import type { PayerLanguage } from './sandbox-document.ts'

type Options = { world: World; limits: CallerLimits }
type Query = { lang?: unknown; form?: unknown; receipt?: unknown }
type Request = FastifyRequest<{ Params: { token: string }; Querystring: Query }>

/** Bytes. Three answers of 300 characters, each of which may take nine bytes when encoded. */
const BODY_LIMIT = 16 * 1024

/**
 * Serves the page on which a customer pays by a link: a separate document without the dashboard and without a cookie.
 * It has a script for a proof of work, which is required after declined cards, against card testing. Another script
 * computes the total where the payer chooses quantities or a tip. Anyone who knows its URL may pay, so its form needs
 * no session.
 */
export async function payRoutes(app: FastifyInstance, { world, limits }: Options) {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_LIMIT },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )
  app.setErrorHandler((error, request, reply) => sendErrorPage(error, { request, reply }, payWords))
  for (const [url, script] of [
    [PROOF_SCRIPT, proofScript],
    [PAGE_SCRIPT, pageScript],
    [TOTAL_SCRIPT, totalScript],
  ] as const) {
    app.get(url, async (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=3600')
        .type('text/javascript; charset=utf-8')
        .send(script),
    )
  }
  logoRoute(app, { world, limits })
  const openCounts = new OpenedCounts(world)
  app.addHook('onClose', () => openCounts.settle())
  const formQueue = new FormQueues()
  const refusalDelay = new RefusalDelay()
  app.addHook('preClose', async () => refusalDelay[Symbol.dispose]())
  app.get(PAY_ROUTE, async (request: Request, reply) => {
    await limits.countByAddress(request)
    const view = await findPayersLink(world, request.params.token)
    if (!view) return sendMissing(request, reply)
    if (view.status !== 'active') {
      const transfer = await findOpenTransferPath(world, view)
      if (transfer === undefined) return sendClosed(request, reply, view)
      return withPayerHeaders(reply, languageOf(request, view)).redirect(transfer, 303)
    }
    if (request.method === 'GET' && !isPreview(request.headers)) openCounts.record(view.link)
    return sendForm(world, request, reply, { view, formToken: null })
  })
  app.post(PAY_ROUTE, async (request: Request, reply) => {
    await limits.countByAddress(request)
    const { body, params } = request
    const address = clientIpAddress(request)
    const outcome = await payByLink(world, formQueue, {
      token: params.token,
      fields: body instanceof URLSearchParams ? body : new URLSearchParams(),
      language: languageOf(request),
      senderNetwork: subnetOf(address),
      address,
      requestId: request.id,
    })
    const refusedLink = 'view' in outcome && outcome.view.link
    if (refusedLink && (await isSuspectedOfCardTesting(world, refusedLink))) {
      await refusalDelay.hold()
    }
    return sendOutcome(world, request, reply, outcome)
  })
  doneRoute(app, { world, limits })
}

/** Serves the page with the outcome of the payment that the form created. */
function doneRoute(app: FastifyInstance, { world, limits }: Options): void {
  app.get(`${PAY_ROUTE}/done`, async (request: Request, reply) => {
    await limits.countByAddress(request)
    const { token } = request.params
    const [form, receipt] = [textOf(request.query.form), textOf(request.query.receipt)]
    const page = await readDonePage(world, { token, form, receipt })
    if (!page || !(page.payment || page.isFormOurs)) return sendMissing(request, reply)
    // The link closed before this form created a payment, so there is nothing to wait for.
    if (!page.payment && page.view.status !== 'active') return sendClosed(request, reply, page.view)
    const { afterUrl } = page.view.link
    // Only the merchant's setting defines this URL, and only a payer who has paid is redirected to it.
    if (afterUrl !== null && page.payment?.status === 'success' && receipt === '') {
      return withPayerHeaders(reply, page.view.link.language ?? 'en').redirect(afterUrl, 303)
    }
    const language = languageOf(request, page.view)
    const formPath = `${PAY_PATH}/${token}?lang=${language}`
    return withPayerHeaders(reply, language, policyOf(page.view, { hasScript: true })).send(
      doneDocument(page, { language, formPath, receiptUrl: receiptOf(world, page, language) }),
    )
  })
}

/** Returns the receipt's URL for a successful payment only. */
const receiptOf = (world: World, { payment }: DonePage, language: PayerLanguage): string | null =>
  payment?.status === 'success' ? receiptUrl(world, payment, language) : null

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const languageOf = (request: Request, view?: PayersLink): PayerLanguage =>
  languageFor(request, view?.link.language)

async function sendOutcome(
  world: World,
  request: Request,
  reply: FastifyReply,
  outcome: FormOutcome,
) {
  if (outcome.is === 'missing') return sendMissing(request, reply)
  if (outcome.is === 'closed') return sendClosed(request, reply, outcome.view)
  // The redirect keeps a reload from sending the form again.
  if (outcome.is === 'redirect')
    return withPayerHeaders(reply, languageOf(request)).redirect(outcome.url, 303)
  const of = payWords[languageOf(request, outcome.view)]
  if (outcome.is === 'invalid') reply.code(400)
  else if (outcome.is === 'stale') reply.code(400)
  else if (outcome.is === 'changed') reply.code(409)
  else if ('waitS' in outcome) reply.code(429).header('retry-after', String(outcome.waitS))
  const notices = {
    invalid: undefined,
    stale: of.stale,
    changed: of.changed,
    'to confirm': of.confirm,
    'too many': 'waitS' in outcome ? of.tooMany(Math.ceil(outcome.waitS / 60)) : undefined,
    'must wait': 'waitS' in outcome ? of.toWait(outcome.waitS) : undefined,
  }
  const notice = notices[outcome.is]
  return sendForm(world, request, reply, {
    view: outcome.view,
    formToken: outcome.formToken,
    typed: outcome.typed,
    ...(outcome.is === 'invalid' && { faults: outcome.faults }),
    ...(notice !== undefined && { notice }),
  })
}

type Form = Pick<PayFormView, 'view' | 'typed' | 'faults' | 'notice'> & { formToken: string | null }

async function sendForm(world: World, request: Request, reply: FastifyReply, form: Form) {
  const { link } = form.view
  const language = languageOf(request, form.view)
  const formToken =
    form.formToken ??
    newFormToken(world.secretBox, {
      linkId: link.id,
      atMs: world.now(),
      shownAmount: amountTextOf(form.view.formSettings),
    })
  const mustProve = await needsProofOfWork(world, link)
  const hasScript = mustProve || hasChoices(form.view)
  const challenge = mustProve
    ? (readFormToken(world.secretBox, formToken, link)?.random ?? '')
    : null
  const targets = targetsOf(world, form.view)
  withPayerHeaders(reply, language, policyOf(form.view, { targets, hasScript }))
  // The Back button must return to the same form: a new form would create another payment.
  if (!form.typed) reply.header('cache-control', 'private, no-cache')
  return reply.send(payDocument({ ...form, language, formToken, challenge }))
}

const policyOf = (
  { branding }: PayersLink,
  more: { targets?: string[]; hasScript?: boolean } = {},
) => payPolicy({ ...more, accentStyle: accentStyleOf(branding) })

/**
 * Returns the origins that the form may lead to: browsers check each redirect after a form against the page's policy.
 */
function targetsOf({ processors }: World, { merchant, link }: PayersLink): string[] {
  const origins = paymentMethods.flatMap(
    (method) => processors.routeOf(merchant, method)?.processor.payerOrigins ?? [],
  )
  return [
    ...new Set(origins),
    ...(link.afterUrl !== null && isPlainHttps(link.afterUrl)
      ? [new URL(link.afterUrl).origin]
      : []),
  ]
}

const sendMissing = (request: Request, reply: FastifyReply) => {
  const language = languageOf(request)
  const { missingTitle: title, missingText: text } = payWords[language]
  return withPayerHeaders(reply, language).code(404).send(plainDocument(language, { title, text }))
}

const sendClosed = (request: Request, reply: FastifyReply, view: PayersLink) => {
  const language = languageOf(request, view)
  return withPayerHeaders(reply, language, policyOf(view))
    .code(410)
    .send(closedDocument(view, language))
}
