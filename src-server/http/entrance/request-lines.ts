import type { FastifyInstance } from 'fastify'
import { holdsCardNumber } from '#server/shared/text/card-number.ts'

/**
 * API keys and webhook secrets that a caller put into a URL by mistake. The log leaves them out, since its readers
 * could use them.
 */
const secretInPath = /(?:sk_(?:test|live)|whsec)_[\w+/=-]+/g

/** A reader of the log must not be able to use the links in it to pay or to see payments. */
const linkInPath = /^\/pay\/[\w-]{22}(?=\/|$)/
const tokenInPath = /^\/(receipt|continue|sandbox|api\/auth\/reset-password)\/[^/]+/

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/**
 * Returns the path of a URL for a log, without secrets and without the query, which may contain names, secrets or card
 * numbers.
 */
export function redactPath(url: string): string {
  const path = (url.split('?')[0] ?? '')
    .replace(secretInPath, 'sk_…')
    .replace(linkInPath, '/pay/…')
    .replace(tokenInPath, '/$1/…')
  return holdsCardNumber(decodePath(path)) ? '(an address with a card number)' : path
}

/** Logs one line per request. The query is left out: a search may contain a customer's e-mail address. */
export function registerRequestLines(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    if (request.isShed) return
    const { method, url, span } = request
    const ms = Math.round(reply.elapsedTime)
    const line = { method, path: redactPath(url), status: reply.statusCode, ms }
    request.log.info(span ? { ...line, traceId: span.traceId } : line, 'answered')
  })
}
