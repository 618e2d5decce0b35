import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#server/core/calls/errors.ts'
import type { World } from '#server/core/context.ts'
import { findReceiptPath } from '#server/features/payment-links/payer/done-page.ts'
import { decideAsPayer, findForPayer } from '#server/features/transactions/payer/decide-as-payer.ts'
import type { CallerLimits } from '../entrance/caller-limits.ts'
import { PAYER_ROUTE } from '../entrance/guards.ts'
import { missingDocument, payerDocument, payerLanguage, payerPolicy } from './sandbox-document.ts'

type Options = { world: World; limits: CallerLimits }
type Request = FastifyRequest<{ Params: { token: string } }>

/** Bytes. A decision has some twenty characters. */
const BODY_LIMIT = 256

/**
 * Serves the page on which the payer of a sandbox payment decides: a separate document without a script and without a
 * cookie. Anyone who knows its URL may decide, so its form needs no session.
 */
export async function sandboxRoutes(app: FastifyInstance, { world, limits }: Options) {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )
  app.get(PAYER_ROUTE, async (request: Request, reply) => {
    await limits.countByAddress(request)
    const view = await findForPayer(world, request.params.token)
    const language = view?.payment.locale ?? payerLanguage(request.headers['accept-language'])
    withPayerHeaders(reply, language)
    return view
      ? reply.send(payerDocument(view, language))
      : reply.code(404).send(missingDocument(language))
  })
  app.post(PAYER_ROUTE, { bodyLimit: BODY_LIMIT }, async (request: Request, reply) => {
    await limits.countByAddress(request)
    const { body } = request
    const decision = body instanceof URLSearchParams ? body.get('decision') : null
    if (decision !== 'approve' && decision !== 'decline') {
      throw new AppError('invalid', 'decision must be approve or decline.')
    }
    const { token } = request.params
    const language = payerLanguage(request.headers['accept-language'])
    const shown = Number(body instanceof URLSearchParams ? body.get('amount') : '')
    const amount = Number.isSafeInteger(shown) && shown > 0 ? shown : null
    if (await decideAsPayer(world, token, { kind: decision, amount })) {
      const view = await findForPayer(world, token)
      // Payers from a payment link return to the link's page.
      const back = view && (await findReceiptPath(world, view.payment))
      // The redirect keeps a reload from sending the form again.
      return reply.header('cache-control', 'no-store').redirect(back ?? request.url, 303)
    }
    return withPayerHeaders(reply, language).code(404).send(missingDocument(language))
  })
}

const withPayerHeaders = (reply: FastifyReply, language: string) =>
  reply
    .header('content-security-policy', payerPolicy)
    .header('cache-control', 'no-store')
    .header('vary', 'Accept-Language')
    .header('content-language', language)
    .type('text/html; charset=utf-8')
