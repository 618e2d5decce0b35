import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { World } from '#server/core/context.ts'
import {
  findPayerProof,
  findPayerUrl,
  findPayerVisit,
  type PayerVisit,
  refreshForPage,
} from '#server/features/transactions/payer/continue-as-payer.ts'
import { payerStages, stageOf } from '#server/features/transactions/payment-stages.rules.ts'
import { CONTINUE_PATH } from '#server/services/processors/continue-token.ts'
import type { CallerLimits } from '../entrance/caller-limits.ts'
import { proofDocument, proofPolicy } from './proof-document.ts'
import { returnDocument } from './return-document.ts'
import { missingDocument, payerLanguage, payerPolicy } from './sandbox-document.ts'

type Options = { world: World; limits: CallerLimits }
type Request = FastifyRequest<{ Params: { token: string } }>

/**
 * Redirects payers to the processor's page where they pay or authenticate, or sends our page with the processor's
 * script when only a proof is missing. Receives payers afterwards. The processor's URL stays in memory for seconds and
 * is never stored.
 */
export async function continueRoutes(app: FastifyInstance, { world, limits }: Options) {
  app.get(`${CONTINUE_PATH}/:token`, async (request: Request, reply) => {
    await limits.countByAddress(request)
    const visit = await findPayerVisit(world, request.params.token)
    if (!visit) return sendMissing(request, reply)
    const { payment, merchantName } = visit
    const backPath = `${CONTINUE_PATH}/${request.params.token}/back`
    const url = await findPayerUrl(world, payment)
    const proof = url === null ? await findPayerProof(world, payment) : undefined
    if (!proof) return reply.header('cache-control', 'no-store').redirect(url ?? backPath, 303)
    const language = languageOf(request, payment)
    return withPayerHeaders(reply, language, proofPolicy(proof.script))
      .header('permissions-policy', proof.script.permissions)
      .send(proofDocument({ payment, merchantName, proof, backPath }, language))
  })
  app.get(`${CONTINUE_PATH}/:token/back`, async (request: Request, reply) => {
    await limits.countByAddress(request)
    const visit = await findPayerVisit(world, request.params.token)
    if (!visit) return sendMissing(request, reply)
    const payment = await refreshForPage(world, visit.payment)
    const { returnUrl, merchantName } = visit
    if (returnUrl !== null) return sendToShop(reply, returnUrl, payment)
    const language = languageOf(request, payment)
    return withPayerHeaders(reply, language).send(
      returnDocument({ payment, merchantName }, language),
    )
  })
  app.get(`${CONTINUE_PATH}/:token/cancel`, async (request: Request, reply) => {
    await limits.countByAddress(request)
    const visit = await findPayerVisit(world, request.params.token)
    if (!visit) return sendMissing(request, reply)
    const payment = await refreshForPage(world, visit.payment)
    // A payer who has paid in another tab and leaves this one goes to the URL for payments that were made.
    if (payerStages.has(stageOf(payment)) && payment.cancelUrl) {
      return sendToShop(reply, payment.cancelUrl, payment)
    }
    return reply
      .header('cache-control', 'no-store')
      .redirect(`${CONTINUE_PATH}/${request.params.token}/back`, 303)
  })
}

type Payment = PayerVisit['payment']

/** Redirects to a URL of the merchant's own site, with the payment's id and status. */
function sendToShop(reply: FastifyReply, shopUrl: string, { id, status }: Payment) {
  const url = new URL(shopUrl)
  url.searchParams.set('payment', id)
  url.searchParams.set('status', status)
  return reply.header('cache-control', 'no-store').redirect(url.href, 303)
}

const languageOf = ({ headers }: FastifyRequest, { locale }: Payment) =>
  locale ?? payerLanguage(headers['accept-language'])

const sendMissing = (request: Request, reply: FastifyReply) => {
  const language = payerLanguage(request.headers['accept-language'])
  return withPayerHeaders(reply, language).code(404).send(missingDocument(language))
}

const withPayerHeaders = (reply: FastifyReply, language: string, policy = payerPolicy) =>
  reply
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .header('vary', 'Accept-Language')
    .header('content-language', language)
    .type('text/html; charset=utf-8')
