import { AppError } from '#server/core/calls/errors.ts'
import { problemOf } from '#server/core/calls/problem.ts'
import { middleware } from '#server/core/calls/trpc.ts'
import { shopIdOf } from '#server/core/context.ts'
import { runOnce } from './idempotency.ts'

/** Runs a POST once per Idempotency-Key. Must follow `.input`, whose validated result it compares. */
export const enforceIdempotency = middleware(async ({ ctx, path, meta, input, next }) => {
  const { idempotencyKey: key, actor, requestId, version, onReplay } = ctx
  if (key === undefined) {
    if (meta?.needsIdempotencyKey && actor.type === 'key') {
      throw new AppError('invalid', 'Send an Idempotency-Key header, so that a retry pays once.', {
        reason: 'idempotency_key_required',
      })
    }
    return next()
  }
  const membership = await ctx.findMembership()
  if (!membership) return next()
  const shopId = shopIdOf(actor)
  return runOnce(ctx, {
    merchantId: membership.merchant.id,
    key,
    version,
    // A key of a shop has idempotency keys of its own, so that it never gets a response stored for another API key.
    procedure: shopId ? `${path} ${shopId}` : path,
    input,
    storesResponse: meta?.storesResponse === true,
    work: (context) => next({ ctx: { ...membership, ...context } }),
    describe: (error) => problemOf(error, requestId),
    onReplay,
  })
})
