import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { World } from '#server/core/context.ts'
import { readReceiptPage } from '#server/features/receipts/receipt-page.ts'
import { RECEIPT_PATH } from '#server/services/receipts/receipt-token.ts'
import { receiptWords } from '#server/shared/branding/receipt-words.ts'
import type { CallerLimits } from '../entrance/caller-limits.ts'
import { accentStyleOf } from './pay-branding.ts'
import { plainDocument } from './pay-document.ts'
import { PRINT_HASH, PRINT_SCRIPT, payPolicy } from './pay-layout.ts'
import { languageFor, sendErrorPage, withPayerHeaders } from './payer-responses.ts'
import { receiptDocument } from './receipt-document.ts'

type Options = { world: World; limits: CallerLimits }
type Request = FastifyRequest<{ Params: { token: string } }>

/**
 * Shows the print button, and starts to print a page that the payer opened to save it, once its font and logo are
 * loaded. Without scripts the button stays hidden, and the browser's own menu prints.
 */
const printScript = `const button = document.querySelector('[data-print]')
button.hidden = false
button.addEventListener('click', () => print())
if (location.hash === '${PRINT_HASH}') {
  history.replaceState(null, '', location.pathname + location.search)
  addEventListener('load', () => document.fonts.ready.then(() => print()))
}
`

/** Serves the receipt of a payment or a refund, to print or keep: a separate document without a cookie. */
export async function receiptRoutes(app: FastifyInstance, { world, limits }: Options) {
  app.setErrorHandler((error, request, reply) =>
    sendErrorPage(error, { request, reply }, receiptWords),
  )
  app.get(PRINT_SCRIPT, async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/javascript; charset=utf-8')
      .send(printScript),
  )
  app.get(`${RECEIPT_PATH}/:token`, async (request: Request, reply) => {
    await limits.countByAddress(request)
    const language = languageFor(request)
    const page = await readReceiptPage(world, request.params.token)
    if (!page) {
      const { missingTitle: title, missingText: text } = receiptWords[language]
      return withPayerHeaders(reply, language)
        .code(404)
        .send(plainDocument(language, { title, text }))
    }
    const accentStyle = accentStyleOf(page.branding)
    const policy = payPolicy({ accentStyle, hasForm: false, hasScript: true })
    return withPayerHeaders(reply, language, policy).send(receiptDocument(page, language))
  })
}
