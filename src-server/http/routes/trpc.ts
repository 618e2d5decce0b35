import type { AnyTRPCRouter, TRPCError } from '@trpc/server'
import {
  type FastifyTRPCPluginOptions,
  fastifyRequestHandler,
  fastifyTRPCPlugin,
} from '@trpc/server/adapters/fastify'
import type { FastifyInstance } from 'fastify'
import { appErrorOf } from '#server/core/problem.ts'
import { refuseOnTrpc } from '#server/core/trpc.ts'
import { GUARDED_BY } from '../entrance/guards.ts'
import { assertShallow } from '../entrance/json-depth.ts'
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
 * The page's door, under /trpc. tRPC replaces the JSON parser of what surrounds it, so it stands beside
 * REST, never around it.
 */
export async function trpcRoutes(
  app: FastifyInstance,
  { router, createContext }: { router: AnyTRPCRouter; createContext: CreateContext },
) {
  app.addHook('preValidation', async ({ body }) => assertShallow(body))
  const trpcOptions: FastifyTRPCPluginOptions<AnyTRPCRouter>['trpcOptions'] = {
    router,
    // The page speaks version 1, whatever a header says.
    createContext: ({ req, info: { type, connectionParams } }) =>
      createContext(req, { type, connectionParams, version: 'v1' }).catch(refuseOnTrpc(app.log)),
    responseMeta: ({ type, errors }) => ({
      headers: {
        // It would put its own in the place of what the guards say.
        ...(type === 'mutation' && { vary: GUARDED_BY }),
        ...retryAfterOf(errors),
      },
    }),
  }
  await app.register(fastifyTRPCPlugin, { prefix: '/trpc', trpcOptions })
  await app.register(async (roomy) => {
    roomy.removeContentTypeParser('application/json')
    roomy.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) =>
      done(null, body),
    )
    roomy.post(`/trpc/${WITH_LOGO}`, { bodyLimit: LOGO_BODY_LIMIT }, (req, res) =>
      fastifyRequestHandler({ ...trpcOptions, req, res, path: WITH_LOGO }),
    )
  })
}
