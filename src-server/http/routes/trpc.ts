import type { AnyTRPCRouter, TRPCError } from '@trpc/server'
import { type FastifyTRPCPluginOptions, fastifyRequestHandler } from '@trpc/server/adapters/fastify'
import type { FastifyInstance } from 'fastify'
import { appErrorOf } from '#server/core/calls/problem.ts'
import { refuseOnTrpc } from '#server/core/calls/trpc.ts'
import { EVIDENCE_BODY_LIMIT } from '#server/features/disputes/evidence/evidence.schema.ts'
import { assertShallow, textOfBody } from '../entrance/bodies/json-body.ts'
import { GUARD_HEADERS } from '../entrance/guards.ts'
import type { CreateContext } from '../entrance/request-context.ts'

/** Calls with a larger body: a picture in base64 with short texts, and the long texts of a dispute's evidence. */
const largeCalls: Readonly<Record<string, number>> = {
  'look.update': 280 * 1024,
  'disputes.saveEvidence': EVIDENCE_BODY_LIMIT,
}

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
    // The dashboard uses version 1 of the API; an Api-Version header has no effect on tRPC.
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
  for (const [path, bodyLimit] of Object.entries(largeCalls)) {
    app.post(`/trpc/${path}`, { bodyLimit }, (req, res) =>
      fastifyRequestHandler({ ...trpcOptions, req, res, path }),
    )
  }
}
