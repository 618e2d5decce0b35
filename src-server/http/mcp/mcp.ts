import type { AnyTRPCRouter } from '@trpc/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '#server/config/config.ts'
import { AppError } from '#server/core/calls/errors.ts'
import type { RequestCtx } from '#server/core/calls/trpc.ts'
import { ASSISTANT_PATH } from '#server/features/merchants/assistant-access.ts'
import { MAX_CALLS } from '../entrance/guards.ts'
import type { CreateContext } from '../entrance/request-context.ts'

export type McpOptions = {
  router: AnyTRPCRouter
  createContext: CreateContext
  config: Pick<Config, 'allowedOrigins'>
}

/** Largest body in bytes. A message only names a tool and its filters. */
const MESSAGE_LIMIT = 16 * 1024

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * POST /mcp: the Model Context Protocol, by which assistants read with an API key. The library is loaded by the first
 * call, because few servers need it.
 */
export async function mcpRoutes(
  app: FastifyInstance,
  { router, createContext, config }: McpOptions,
) {
  const origins = new Set(config.allowedOrigins)
  const hosts = new Set([
    ...LOOPBACK,
    ...config.allowedOrigins.map((origin) => new URL(origin).hostname),
  ])
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    assertOwnHost(request, { origins, hosts })
  })
  app.post(ASSISTANT_PATH, { bodyLimit: MESSAGE_LIMIT }, async (request, reply) => {
    countMessages(request)
    const ctx = await createContext(request, { version: 'v2' })
    const caller = await admit(ctx)
    const { respondToMessages } = await import('./respond-to-messages.ts')
    const response = await respondToMessages({
      ...caller,
      router,
      ctx,
      request: webRequestOf(request),
      body: request.body,
      onCall: (call) => {
        request.loggedCalls = [...(request.loggedCalls ?? []), call]
      },
    })
    const type = response.headers.get('content-type')
    if (type !== null) reply.type(type)
    return reply.code(response.status).send(await response.text())
  })
  // Clients try to open a stream, and to end a session. The protocol prescribes status 405 for servers that have neither.
  app.route({
    method: ['GET', 'DELETE'],
    url: ASSISTANT_PATH,
    handler: (_, reply) => reply.code(405).header('allow', 'POST').send(),
  })
}

/**
 * Refuses requests from pages of other sites, also of a site whose name was made to resolve to this server's IP
 * address. Through the browser, their scripts could call a server that is not reachable from the Internet.
 */
function assertOwnHost(
  { headers, hostname }: FastifyRequest,
  { origins, hosts }: { origins: ReadonlySet<string>; hosts: ReadonlySet<string> },
): void {
  if (!hosts.has(hostname)) {
    throw new AppError('forbidden', 'This request names the host of another server.', {
      reason: 'foreign_host',
    })
  }
  if (headers.origin !== undefined && !origins.has(headers.origin)) {
    throw new AppError('forbidden', 'This request comes from another site.', {
      reason: 'foreign_origin',
    })
  }
}

/** Counts the messages of a batch, each as a call of the key. */
function countMessages(request: FastifyRequest): void {
  const { body } = request
  if (body === undefined) throw new AppError('invalid', 'Send a JSON-RPC message as JSON.')
  const count = Array.isArray(body) ? body.length : 1
  if (count > MAX_CALLS) {
    throw new AppError('invalid', `A batch may hold at most ${MAX_CALLS} messages.`, {
      reason: 'batch_too_large',
    })
  }
  request.calls = Math.max(1, count)
}

/** Returns the key's merchant and scopes. Throws for people, and for keys of a mode that is closed to assistants. */
async function admit(ctx: RequestCtx) {
  const { actor } = ctx
  if (actor.type !== 'key') {
    const code = actor.type === 'user' ? 'forbidden' : 'unauthenticated'
    throw new AppError(code, 'Send an API key: Authorization: Bearer sk_test_…', {
      reason: 'key_needed',
    })
  }
  const membership = await ctx.findMembership()
  if (!membership) throw new Error('a key without a merchant')
  const { merchant } = membership
  if (!merchant.isOpenToAssistants) {
    throw new AppError(
      'forbidden',
      'Assistants are off in this mode. An owner can allow them in the settings.',
      {
        reason: 'assistants_off',
      },
    )
  }
  return { merchant, scopes: actor.scopes }
}

/** Returns the request for the library, without credentials, because the caller is already authenticated. */
function webRequestOf({ headers: all, method }: FastifyRequest): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(all)) {
    if (typeof value === 'string' && /^(?:accept|content-type|mcp-.*)$/.test(name)) {
      headers.set(name, value)
    }
  }
  return new Request(`http://localhost${ASSISTANT_PATH}`, { method, headers })
}
