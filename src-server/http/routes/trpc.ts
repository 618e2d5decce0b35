import type { AnyTRPCRouter, TRPCError } from '@trpc/server'
import { type FastifyTRPCPluginOptions, fastifyRequestHandler } from '@trpc/server/adapters/fastify'
import type { FastifyInstance } from 'fastify'
import { appErrorOf } from '#server/core/calls/problem.ts'
import { refuseOnTrpc } from '#server/core/calls/trpc.ts'
import { GUARD_HEADERS } from '../entrance/guards.ts'
import { assertShallow, textOfBody } from '../entrance/json-body.ts'
import type { CreateContext } from '../entrance/request-context.ts'

/** The only call with a larger body limit: it carries a picture in base64 in addition to short texts. */
const LOGO_CALL = 'look.update'
const LOGO_BODY_LIMIT = 280 * 1024

/** Returns the `retry-after` header, as REST does, when the service is unavailable. */
function retryAfterOf(errors: readonly TRPCError[]): { 'retry-after'?: string } {
  const unavailable = errors.find(({ code }) => code === 'SERVICE_UNAVAILABLE')
  if (!unavailable) return {}
  return { 'retry-after': String(appErrorOf(unavailable)?.retryAfterS ?? 1) }
}

/** Serves tRPC calls under /trpc. tRPC parses bodies itself, so the parser of these routes returns the text. */
export async function trpcRoutes(
  app: FastifyInstance,
  { router, createContext }: { router: AnyTRPCRouter; createContext: CreateContext },
) {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => {
    try {
      const text = textOfBody(body as Buffer)
      assertShallow(text)
      done(null, text)
    } catch (error) {
      done(error as Error)
    }
  })
  const trpcOptions: FastifyTRPCPluginOptions<AnyTRPCRouter>['trpcOptions'] = {
    router,
    // The page uses version 1; an Api-Version header has no effect.
    createContext: ({ req, info: { type, connectionParams } }) =>
      createContext(req, { type, connectionParams, version: 'v1' }).catch(refuseOnTrpc(app.log)),
    responseMeta: ({ type, errors }) => ({
      headers: {
        // Without this, tRPC would replace the guards' `Vary` header.
        ...(type === 'mutation' && { vary: GUARD_HEADERS }),
        ...retryAfterOf(errors),
      },
    }),
  }
  app.all<{ Params: { path: string } }>('/trpc/:path', (req, res) =>
    fastifyRequestHandler({ ...trpcOptions, req, res, path: req.params.path }),
  )
  app.post(`/trpc/${LOGO_CALL}`, { bodyLimit: LOGO_BODY_LIMIT }, (req, res) =>
    fastifyRequestHandler({ ...trpcOptions, req, res, path: LOGO_CALL }),
  )
}
