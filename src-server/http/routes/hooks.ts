import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#server/core/calls/errors.ts'
import type { World } from '#server/core/context.ts'
import { NotifiedAccounts } from '#server/features/processor-accounts/notified-accounts.ts'
import { receiveNotification } from '#server/features/processor-accounts/receive-notification.ts'
import { subnetOf } from '#server/services/identity/throttle/sign-in-throttle.ts'
import { BoundedMap } from '#server/shared/bounded-map.ts'
import { clientIpAddress } from '../entrance/client-ip-address.ts'

/** Bytes. An event with a large object has some ten kilobytes. */
const BODY_LIMIT = 256 * 1024

type Request = FastifyRequest<{ Params: { account: string } }>

/**
 * Refused events (without a valid signature, or of an unknown account) that one subnet may send per minute. Further
 * requests of the subnet are then refused unread.
 */
const MAX_REFUSED = 100
const REFUSED_MS = 60_000
const MAX_SUBNETS = 10_000

/** Counts refused events by subnet, in each process, since checking a signature costs time. */
class RefusedCallers {
  readonly #callers = new BoundedMap<string, { sinceMs: number; count: number }>(MAX_SUBNETS)

  /** Returns 0, or the seconds until events from this subnet are read again. */
  waitS(subnet: string, nowMs: number): number {
    const caller = this.#callers.get(subnet)
    if (!caller || caller.count < MAX_REFUSED) return 0
    return Math.max(0, Math.ceil((caller.sinceMs + REFUSED_MS - nowMs) / 1000))
  }

  record(subnet: string, nowMs: number): void {
    const caller = this.#callers.get(subnet)
    const isOld = !caller || nowMs - caller.sinceMs >= REFUSED_MS
    this.#callers.set(
      subnet,
      isOld ? { sinceMs: nowMs, count: 1 } : { ...caller, count: caller.count + 1 },
    )
  }
}

/**
 * Receives notifications from processors. The body stays the signed bytes: parsing and serializing it would change
 * them.
 */
export async function hookRoutes(app: FastifyInstance, { world }: { world: World }) {
  const accounts = new NotifiedAccounts()
  const refused = new RefusedCallers()
  const subnetOfCaller = (request: FastifyRequest) => subnetOf(clientIpAddress(request))
  app.addHook('onRequest', async (request, reply) => {
    const retryAfterS = refused.waitS(subnetOfCaller(request), world.now())
    if (retryAfterS === 0) return
    // The refused body is not read, so the connection cannot be reused.
    reply.header('connection', 'close')
    throw new AppError('limit', 'Too many unsigned events from this address. Please wait.', {
      retryAfterS,
    })
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
  app.post(
    '/hooks/:account',
    { logLevel: 'warn', bodyLimit: BODY_LIMIT },
    async (request: Request, reply) => {
      const { body, headers, params } = request
      const result = await receiveNotification(world, accounts, {
        id: params.account,
        body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
        headers,
      })
      if (result !== 'stored') refused.record(subnetOfCaller(request), world.now())
      if (result === 'unknown') throw new AppError('not_found', 'There is no such account.')
      if (result === 'unsigned') {
        throw new AppError('invalid', 'The signature is missing, wrong or too old.')
      }
      return reply.send({ received: true })
    },
  )
}
