import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { World } from '../context.ts'
import { CLIENT_ADDRESS_HEADER, type Identity } from '../features/identity/identity.ts'
import type { CallerLimits } from './caller-limits.ts'
import { clientAddress } from './client-address.ts'

/** A request's headers in the web's own shape, with what the provider may believe about its origin. */
export function webHeadersOf(request: FastifyRequest, appUrl: string): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value)
  }
  // The body is written anew, and the guards have already judged where the request comes from.
  headers.delete('content-length')
  headers.delete('transfer-encoding')
  if (!headers.has('origin')) headers.set('origin', appUrl)
  headers.set(CLIENT_ADDRESS_HEADER, clientAddress(request))
  return headers
}

export type IdentityRoutesOptions = {
  identity: Identity
  world: World
  appUrl: string
  limits: CallerLimits
}

/** Hands what arrives under /api/auth to the provider. */
export async function identityRoutes(app: FastifyInstance, options: IdentityRoutesOptions) {
  const { identity, world, appUrl, limits } = options
  const { handle } = identity
  if (!handle) return
  app.route({
    method: ['GET', 'POST'],
    url: '/api/auth/*',
    handler: async (request, reply) => {
      // Beside the limits on guessing, which are stricter and know whose account it is.
      await limits.takeAddress(request)
      const hasBody = request.method === 'POST'
      const answer = await handle(
        new Request(new URL(request.url, appUrl), {
          method: request.method,
          headers: webHeadersOf(request, appUrl),
          body: hasBody ? JSON.stringify(request.body ?? {}) : undefined,
        }),
        { ...world, address: clientAddress(request), requestId: request.id },
      )
      return send(reply, answer)
    },
  })
}

async function send(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  reply.code(answer.status)
  for (const [name, value] of answer.headers) {
    if (name !== 'set-cookie') reply.header(name, value)
  }
  for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie)
  const body = await answer.text()
  return reply.send(body === '' ? undefined : body)
}
