import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { World } from '#server/core/context.ts'
import {
  findPayerProof,
  findPayerUrl,
  findPayerVisit,
  refreshForPage,
} from '#server/features/transactions/payer/continue-as-payer.ts'
import { CONTINUE_PATH } from '#server/services/processors/continue-token.ts'
import type { CallerLimits } from '../entrance/caller-limits.ts'
import { proofDocument, proofPolicy } from './proof-document.ts'
import { returnDocument } from './return-document.ts'
import { missingDocument, payerLanguage, payerPolicy } from './sandbox-document.ts'

type Options = { world: World; limits: CallerLimits }
type Request = FastifyRequest<{ Params: { token: string } }>

/**
 * Redirects payers to the page where they pay or authenticate, and receives them afterwards. The processor's URL stays
 * in memory for seconds and is never stored.
 */
export async function continueRoutes(app: FastifyInstance, { world, limits }: Options) {
  app.get(`${CONTINUE_PATH}/:token`, async (request: Request, reply) => {
    await limits.takeAddress(request)
    const found = await findPayerVisit(world, request.params.token)
    if (!found) return sendMissing(request, reply)
    const { payment, merchantName } = found
    const backPath = `${CONTINUE_PATH}/${request.params.token}/back`
    const url = await findPayerUrl(world, payment)
    const proof = url === null ? await findPayerProof(world, payment) : undefined
    if (!proof) return reply.header('cache-control', 'no-store').redirect(url ?? backPath, 303)
    const language = payerLanguage(request.headers['accept-language'])
    return withPayerHeaders(reply, language, proofPolicy(proof.script))
      .header('permissions-policy', proof.script.permissions)
      .send(proofDocument({ payment, merchantName, proof, backPath }, language))
  })
  app.get(`${CONTINUE_PATH}/:token/back`, async (request: Request, reply) => {
    await limits.takeAddress(request)
    const found = await findPayerVisit(world, request.params.token)
    if (!found) return sendMissing(request, reply)
    const payment = await refreshForPage(world, found.payment)
    const { returnUrl, merchantName } = found
    if (returnUrl !== null) {
      const url = new URL(returnUrl)
      url.searchParams.set('payment', payment.id)
      url.searchParams.set('status', payment.status)
      return reply.header('cache-control', 'no-store').redirect(url.href, 303)
    }
    const language = payerLanguage(request.headers['accept-language'])
    return withPayerHeaders(reply, language).send(
      returnDocument({ payment, merchantName }, language),
    )
  })
}

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
