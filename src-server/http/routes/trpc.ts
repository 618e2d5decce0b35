import type { AnyTRPCRouter, TRPCError } from '@trpc/server'
import { type FastifyTRPCPluginOptions, fastifyRequestHandler } from '@trpc/server/adapters/fastify'
import type { FastifyInstance } from 'fastify'
import { appErrorOf } from '#server/core/calls/problem.ts'
import { refuseOnTrpc } from '#server/core/calls/trpc.ts'
import { GUARDED_BY } from '../entrance/guards.ts'
import { assertShallow, textOfBody } from '../entrance/json-body.ts'
import type { CreateContext } from '../entrance/request-context.ts'

/** The one call that may be larger than all others: it brings a picture, in base64, beside a few short texts. */
const WITH_LOGO = 'look.update'
const LOGO_BODY_LIMIT = 280 * 1024

/** As on REST: what cannot be done now is worth another try. */
function retryAfterOf(errors: readonly TRPCError[]): { 'retry-after'?: string } {
  const unavailable = errors.find(({ code }) => code === 'SERVICE_UNAVAILABLE')
  if (!unavailable) return {}
  return { 'retry-after': String(appErrorOf(unavailable)?.retryAfterS ?? 1) }
}

/**
 * Answers the page, under /trpc. tRPC parses its bodies itself, so these routes have a parser of their own, which hands
 * on the text.
 */
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
    // The page speaks version 1, whatever a header says.
    createContext: ({ req, info: { type, connectionParams } }) =>
      createContext(req, { type, connectionParams, version: 'v1' }).catch(refuseOnTrpc(app.log)),
    responseMeta: ({ type, errors }) => ({
      headers: {
        // tRPC would replace the guards' `Vary`.
        ...(type === 'mutation' && { vary: GUARDED_BY }),
        ...retryAfterOf(errors),
      },
    }),
  }
  app.all<{ Params: { path: string } }>('/trpc/:path', (req, res) =>
    fastifyRequestHandler({ ...trpcOptions, req, res, path: req.params.path }),
  )
  app.post(`/trpc/${WITH_LOGO}`, { bodyLimit: LOGO_BODY_LIMIT }, (req, res) =>
    fastifyRequestHandler({ ...trpcOptions, req, res, path: WITH_LOGO }),
  )
}
