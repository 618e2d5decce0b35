import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { World } from '#server/core/context.ts'
import { AppError } from '#server/core/errors.ts'
import { CalledAccounts } from '#server/features/processor-accounts/called-accounts.ts'
import { hearEvent } from '#server/features/processor-accounts/hear-event.ts'

/** An event with a large object has some ten kilobytes. */
const BODY_LIMIT = 256 * 1024

type Request = FastifyRequest<{ Params: { account: string } }>

/**
 * Where processors tell what has happened. The body is taken as the bytes that were signed: to read them first and
 * write them again would be another text.
 */
export async function hookRoutes(app: FastifyInstance, { world }: { world: World }) {
  const accounts = new CalledAccounts()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
  app.post(
    '/hooks/:account',
    { logLevel: 'warn', bodyLimit: BODY_LIMIT },
    async (request: Request, reply) => {
      const { body, headers, params } = request
      const signature = headers['stripe-signature']
      const heard = await hearEvent(world, accounts, {
        id: params.account,
        body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
        signature: Array.isArray(signature) ? undefined : signature,
      })
      if (heard === 'unknown') throw new AppError('not_found', 'There is no such account.')
      if (heard === 'unsigned') {
        throw new AppError('invalid', 'The signature is missing, wrong or too old.')
      }
      return reply.send({ received: true })
    },
  )
}
