import type { AnyTRPCRouter } from '@trpc/server'
import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from '@trpc/server/adapters/fastify'
import type { FastifyInstance } from 'fastify'
import { refuseOnTrpc } from '#server/core/trpc.ts'
import { GUARDED_BY } from '../entrance/guards.ts'
import { assertShallow } from '../entrance/json-depth.ts'
import type { CreateContext } from '../entrance/request-context.ts'

/**
 * The page's door, under /trpc. tRPC replaces the JSON parser of what surrounds it, so it stands beside
 * REST, never around it.
 */
export async function trpcRoutes(
  app: FastifyInstance,
  { router, createContext }: { router: AnyTRPCRouter; createContext: CreateContext },
) {
  app.addHook('preValidation', async ({ body }) => assertShallow(body))
  await app.register(fastifyTRPCPlugin, {
    prefix: '/trpc',
    trpcOptions: {
      router,
      // The page speaks version 1, whatever a header says.
      createContext: ({ req, info: { type, connectionParams } }) =>
        createContext(req, { type, connectionParams, version: 'v1' }).catch(refuseOnTrpc(app.log)),
      // It would put its own in the place of what the guards say.
      responseMeta: ({ type }) => (type === 'mutation' ? { headers: { vary: GUARDED_BY } } : {}),
    } satisfies FastifyTRPCPluginOptions<AnyTRPCRouter>['trpcOptions'],
  })
}
