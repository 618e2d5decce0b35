import type { FastifyInstance } from 'fastify'
import { holdsCardNumber } from '#server/shared/text/card-number.ts'

/** A key that a caller put into an address by mistake must not be kept. */
const secretInPath = /(?:sk_(?:test|live)|whsec)_[\w+/=-]+/g

/** Whoever reads a log must not pay, or read what others have paid, by what stands there. */
const linkInPath = /^\/pay\/[\w-]{22}(?=\/|$)/
const tokenInPath = /^\/(receipt|continue|sandbox|api\/auth\/reset-password)\/[^/]+/

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** An address as it may be written down: without its query, which may hold names, secrets or cards. */
export function loggedPath(url: string): string {
  const path = (url.split('?')[0] ?? '')
    .replace(secretInPath, 'sk_…')
    .replace(linkInPath, '/pay/…')
    .replace(tokenInPath, '/$1/…')
  return holdsCardNumber(decoded(path)) ? '(an address with a card number)' : path
}

/** One line a request. The query is left out: a search may hold a customer's e-mail. */
export function registerRequestLines(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    if (request.isShed) return
    const { method, url, span } = request
    const ms = Math.round(reply.elapsedTime)
    const line = { method, path: loggedPath(url), status: reply.statusCode, ms }
    request.log.info(span ? { ...line, traceId: span.traceId } : line, 'answered')
  })
}
