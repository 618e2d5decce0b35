import type { FastifyInstance, FastifyReply } from 'fastify'
import type { World } from '#server/core/context.ts'
import type { Identity } from '#server/core/ports/identity.ts'
import type { CallerLimits } from '../entrance/caller-limits.ts'
import { clientIpAddress } from '../entrance/client-ip-address.ts'
import { webHeadersOf } from '../entrance/web-headers.ts'

/** Sets the cookies of a prolonged session, so that the cookie lasts as long as the session. */
export function registerIdentityCookies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    for (const cookie of request.identityCookies ?? []) reply.header('set-cookie', cookie)
  })
}

export type IdentityRoutesOptions = {
  identity: Identity
  world: World
  appUrl: string
  limits: CallerLimits
}

/** Passes requests under /api/auth to the identity provider. */
export async function identityRoutes(app: FastifyInstance, options: IdentityRoutesOptions) {
  const { identity, world, appUrl, limits } = options
  const { handle } = identity
  if (!handle) return
  app.route({
    method: ['GET', 'POST'],
    url: '/api/auth/*',
    handler: async (request, reply) => {
      // Applies in addition to the limits on password guesses, which are stricter and count per account.
      await limits.countByAddress(request)
      const hasBody = request.method === 'POST'
      const response = await handle(
        new Request(new URL(request.url, appUrl), {
          method: request.method,
          headers: webHeadersOf(request, appUrl),
          body: hasBody ? JSON.stringify(request.body ?? {}) : undefined,
        }),
        { ...world, address: clientIpAddress(request), requestId: request.id },
      )
      return send(reply, response)
    },
  })
}

async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status)
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie') reply.header(name, value)
  }
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie)
  const body = await response.text()
  return reply.send(body === '' ? undefined : body)
}
