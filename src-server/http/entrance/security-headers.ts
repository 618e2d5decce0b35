import helmet from '@fastify/helmet'
import { type FastifyInstance, fastify } from 'fastify'
import type { Config } from '#server/config/config.ts'

/**
 * The headers that every answer carries. They are the same for all, so helmet is asked once and not
 * for each request, which took longer than finding out who calls.
 */
export async function registerSecurityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  const headers = await headersFor(config)
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/** What an answer has because it is one. */
const ofEveryAnswer = new Set(['connection', 'content-length', 'content-type', 'date'])

async function headersFor({ appUrl }: Config): Promise<Record<string, string>> {
  const probe = fastify()
  await probe.register(helmet, {
    // The page sets a policy with a nonce of its own; everything else is data and may load nothing.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    strictTransportSecurity: appUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'same-origin' },
  })
  probe.get('/', async () => '')
  const answer = await probe.inject('/')
  await probe.close()
  return Object.fromEntries(
    Object.entries(answer.headers)
      .filter(([name]) => !ofEveryAnswer.has(name))
      .map(([name, value]) => [name, String(value)]),
  )
}
