import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#server/core/calls/errors.ts'
import type { RequestCtx } from '#server/core/calls/trpc.ts'
import type { MoveState } from '#server/core/ports/move-state.ts'
import { listenerMessages } from '#server/features/listeners/listener-stream.ts'
import { ListenInput } from '#server/features/listeners/listeners.schema.ts'
import { openListener } from '#server/features/listeners/open-listener.ts'
import { filterOf } from '#server/services/outbox/event-filter.rules.ts'
import { eventTypes } from '#server/services/outbox/event-type.schema.ts'
import { readQuery } from './rest.ts'

export type EventStreamOptions = {
  createContext: (request: FastifyRequest) => Promise<RequestCtx>
  moving: MoveState
}

/**
 * GET /api/events/stream: webhook events as server-sent events, for a program that no webhook can reach. It is not a
 * tRPC subscription, because clients resume it with `Last-Event-ID` and an error needs an HTTP status.
 */
export async function eventStreamRoute(
  app: FastifyInstance,
  { createContext, moving }: EventStreamOptions,
) {
  app.get('/api/events/stream', async (request, reply) => {
    const ctx = await keyCtx(await createContext(request))
    const { types } = ListenInput.parse(readQuery(ListenInput, request))
    if (moving.isReadOnly) {
      throw new AppError('unavailable', 'The data are being moved to another database.', {
        retryAfterS: 30,
      })
    }
    const chosen =
      types === undefined ? null : eventTypes.filter((type) => types.split(',').includes(type))
    const lastEventId = request.headers['last-event-id']
    const listener = await openListener(ctx, {
      version: ctx.version,
      events: chosen && filterOf(chosen),
      lastEventId: typeof lastEventId === 'string' ? lastEventId : undefined,
    })
    const disconnection = new AbortController()
    reply.raw.once('close', () => disconnection.abort())
    const first = { mode: ctx.merchant.mode, version: ctx.version, types: chosen }
    const messages = listenerMessages(ctx, listener, { signal: disconnection.signal, first })
    return reply
      .header('api-version', ctx.version)
      .header('x-accel-buffering', 'no')
      .type('text/event-stream; charset=utf-8')
      .send(Readable.from(messages))
  })
}

/** Returns the context of an API key with the scope `read` or `webhooks`. Throws for any other caller. */
async function keyCtx(ctx: RequestCtx) {
  const { actor } = ctx
  if (actor.type !== 'key') throw new AppError('unauthenticated', 'Please send an API key.')
  if (!actor.scopes.some((scope) => scope === 'read' || scope === 'webhooks')) {
    throw new AppError('forbidden', 'This API key lacks the scope read or webhooks.', {
      reason: 'scope_missing',
    })
  }
  const membership = await ctx.findMembership()
  if (!membership) {
    throw new AppError('forbidden', 'Complete the onboarding first.', { reason: 'no_merchant' })
  }
  return { ...ctx, actor, merchant: membership.merchant }
}
