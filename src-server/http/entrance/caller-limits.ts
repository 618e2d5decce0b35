import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#server/core/calls/errors.ts'
import type { World } from '#server/core/context.ts'
import { subnetOf } from '#server/services/identity/throttle/sign-in-throttle.ts'
import { clientIpAddress } from './client-ip-address.ts'
import type { DatabaseClock, RateLimit } from './rate-limit.queries.ts'
import {
  addressLimit,
  keyLimit,
  type LimitState,
  limiterFor,
  type RateLimiter,
  sessionLimit,
} from './rate-limit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The state of the caller's rate limit after this request. */
    rate?: { limit: RateLimit; taken: LimitState }
  }
}

/**
 * Rate limits of callers. Each method throws an AppError `limit` when the caller has to wait; otherwise the response's
 * headers state the remaining tokens.
 */
export type CallerLimits = {
  countByKey: (request: FastifyRequest, keyId: string) => Promise<void>
  countBySession: (request: FastifyRequest, sessionId: string) => Promise<void>
  /** Counts a request without valid credentials by its subnet, derived from its IP address. */
  countByAddress: (request: FastifyRequest) => Promise<void>
}

const messages = {
  key: 'Too many requests with this API key. Please wait.',
  session: 'Too many requests of this session. Please wait.',
  address: 'Too many requests from this address. Please wait.',
}

export function createCallerLimits(world: World, clock?: DatabaseClock): CallerLimits {
  const [keys, sessions, addresses] = [
    limiterFor(world, keyLimit, clock),
    limiterFor(world, sessionLimit, clock),
    limiterFor(world, addressLimit, clock),
  ]
  return {
    countByKey: (request, keyId) => take(request, keys, { name: keyId, detail: messages.key }),
    countBySession: (request, sessionId) =>
      take(request, sessions, { name: `session:${sessionId}`, detail: messages.session }),
    countByAddress: (request) =>
      take(request, addresses, {
        name: `address:${subnetOf(clientIpAddress(request))}`,
        detail: messages.address,
      }),
  }
}

async function take(
  request: FastifyRequest,
  { limit, take: takeFrom }: RateLimiter,
  { name, detail }: { name: string; detail: string },
): Promise<void> {
  const limitState = await takeFrom(name, request.calls)
  request.rate = { limit, taken: limitState }
  if (limitState.waitS > 0) throw new AppError('limit', detail, { retryAfterS: limitState.waitS })
}

/** Sends callers the state of their rate limit, as draft-ietf-httpapi-ratelimit-headers defines. */
export function registerRateHeaders(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { rate } = request
    if (rate && Number.isFinite(rate.taken.left)) {
      const { limit, taken: limitState } = rate
      const windowS = Math.round(limit.burst / limit.rate)
      reply.header('ratelimit-policy', `"${limit.name}";q=${limit.burst};w=${windowS}`)
      reply.header('ratelimit', `"${limit.name}";r=${limitState.left};t=${limitState.fullInS}`)
    }
    done(null, payload)
  })
}
