import helmet from '@fastify/helmet'
import { type FastifyInstance, fastify } from 'fastify'
import type { Config } from '#server/config/config.ts'

/**
 * Sets the headers that every response carries. They are always the same, so helmet runs once: for each request it took
 * longer than identifying the caller.
 */
export async function registerSecurityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  const headers = await computeHeaders(config)
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/** Headers that belong to a single response. */
const perResponseHeaders = new Set(['connection', 'content-length', 'content-type', 'date'])

async function computeHeaders({ appUrl }: Config): Promise<Record<string, string>> {
  const probe = fastify()
  await probe.register(helmet, {
    // The dashboard's document sets its own policy with a nonce; all other responses are data and may load nothing.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    strictTransportSecurity: appUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'same-origin' },
  })
  probe.get('/', async () => '')
  const response = await probe.inject('/')
  await probe.close()
  return Object.fromEntries(
    Object.entries(response.headers)
      .filter(([name]) => !perResponseHeaders.has(name))
      .map(([name, value]) => [name, String(value)]),
  )
}
