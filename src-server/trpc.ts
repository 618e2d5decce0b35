import { initTRPC, TRPCError } from '@trpc/server'
import type { Ctx, MerchantCtx, UserActor } from './context.ts'
import { AppError } from './errors.ts'
import { problemOf } from './http/problem.ts'
import type { Merchant } from './features/merchants/merchants.schema.ts'
import type { ErrorCode } from './shared/errors.ts'

/** Where a procedure also answers over REST. `{name}` in the path is a key of the input. */
export type RestMeta = {
  rest?: {
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
    path: `/api/${string}`
    /** A second path with the same meaning. */
    alias?: `/api/${string}`
    status?: 200 | 201 | 202 | 204
    /** The output is a page; REST answers its rows, with the total in headers. */
    isList?: true
  }
}

/** What a request knows: the world, who calls, and the merchant they act for, looked up at most once. */
export type RequestCtx = Ctx & { findMerchant: () => Promise<Merchant | undefined> }

const t = initTRPC
  .context<RequestCtx>()
  .meta<RestMeta>()
  .create({
    errorFormatter: ({ shape, error, ctx }) => {
      const problem = problemOf(error, ctx?.requestId ?? '')
      const { code, reason, issues, requestId, status } = problem
      return {
        ...shape,
        message: problem.detail,
        data: { code, httpStatus: status, reason, issues, requestId, path: shape.data.path },
      }
    },
  })

const trpcCodes: Record<ErrorCode, TRPCError['code']> = {
  invalid: 'BAD_REQUEST',
  unauthenticated: 'UNAUTHORIZED',
  forbidden: 'FORBIDDEN',
  not_found: 'NOT_FOUND',
  conflict: 'CONFLICT',
  too_large: 'PAYLOAD_TOO_LARGE',
  unsupported_media_type: 'UNSUPPORTED_MEDIA_TYPE',
  unprocessable: 'UNPROCESSABLE_CONTENT',
  limit: 'TOO_MANY_REQUESTS',
  unavailable: 'SERVICE_UNAVAILABLE',
  internal: 'INTERNAL_SERVER_ERROR',
}

/** Gives a refusal its status on the tRPC door, and logs what nobody expected. */
const converted = t.middleware(async ({ ctx, path, next }) => {
  const result = await next()
  if (result.ok) return result
  const { error } = result
  const { code } = problemOf(error, ctx.requestId)
  if (code === 'internal') ctx.log.error({ err: error.cause ?? error, procedure: path }, 'failed')
  if (code === 'unavailable')
    ctx.log.warn({ err: error.cause ?? error, procedure: path }, 'unavailable')
  if (error.code === trpcCodes[code]) return result
  throw new TRPCError({
    code: trpcCodes[code],
    message: error.message,
    cause: error.cause ?? error,
  })
})

const signedIn = t.middleware(({ ctx, next }) => {
  const { actor } = ctx
  if (actor.type !== 'user') throw new AppError('unauthenticated', 'Please sign in.')
  return next({ ctx: { actor: actor satisfies UserActor } })
})

const actsForMerchant = t.middleware(async ({ ctx, next }) => {
  const merchant = await ctx.findMerchant()
  if (!merchant) {
    throw new AppError('forbidden', 'Complete the onboarding first.', { reason: 'no_merchant' })
  }
  return next({ ctx: { merchant } satisfies Pick<MerchantCtx, 'merchant'> })
})

export const { router } = t

/** Anybody, signed in or not. */
export const anyone = t.procedure.use(converted)
/** Somebody who is signed in, perhaps before onboarding. */
export const user = anyone.use(signedIn)
/** Somebody who acts for a merchant. */
export const member = user.use(actsForMerchant)
