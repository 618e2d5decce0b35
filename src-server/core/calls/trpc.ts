import { initTRPC, TRPCError } from '@trpc/server'
import type { z } from 'zod'
import type { ApiVersion } from '#server/shared/api-version.ts'
import { isDemoGuest } from '#server/shared/demo-guest.ts'
import type { ErrorCode } from '#server/shared/reasons/errors.ts'
import type { Ctx, KeyActor, Logger, UserActor } from '../context.ts'
import type { Membership } from '../merchant.ts'
import type { Identity } from '../ports/identity.ts'
import type { LanguageModel } from '../ports/language-model.ts'
import { AppError } from './errors.ts'
import { logFailure } from './failure-log.ts'
import { problemOf } from './problem.ts'

/** Where a procedure also answers over REST. `{name}` in the path is a key of the input. */
export type RestMeta = {
  rest?: {
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
    path: `/api/${string}`
    /** A second path with the same meaning. */
    alias?: `/api/${string}`
    status?: 200 | 201 | 202 | 204
    /** The output is a page; version 1 answers its rows, with the total in headers. */
    isList?: true
    /** What it does, as the reference's heading. */
    summary: string
    description?: string
    /** What version 2 answers, where that is more than the output, which version 1 and the page get. */
    v2?: z.ZodType
    /** What it refuses with, beyond what every call may. */
    errors?: readonly ErrorCode[]
  }
  /** The scope that a key needs, where it is not `read` for queries and `write` for the rest. */
  scope?: 'refund'
  /** Money moves: a program must send an Idempotency-Key. */
  needsIdempotencyKey?: true
  /** Looks for the Idempotency-Key and keeps the answer by itself, together with what it stores. */
  keepsAnswer?: true
}

/** What a request knows: the world, who calls, and the merchant they act for, looked up at most once. */
export type RequestCtx = Ctx & {
  findMembership: () => Promise<Membership | undefined>
  version: ApiVersion
  idempotencyKey: string | undefined
  /** The provider that signs people in. */
  identity: Identity
  /** Undefined when none is set up. */
  model: LanguageModel | undefined
  /** 0 when this merchant or person may ask a model, else the whole seconds to wait. */
  takeModelTurn: (name: string) => Promise<number>
  /** Told when an answer is one that was given before. */
  onReplay: () => void
}

const t = initTRPC
  .context<RequestCtx>()
  .meta<RestMeta>()
  .create({
    // Streams end now and then, so that a person who signed out is told no more; the page comes back by itself.
    sse: {
      ping: { enabled: true, intervalMs: 15_000 },
      maxDurationMs: 10 * 60_000,
      client: { reconnectAfterInactivityMs: 40_000 },
    },
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

/** Gives a refusal its status on the tRPC door, and logs errors that no rule foresaw. */
const converted = t.middleware(async ({ ctx, path, next }) => {
  const result = await next()
  if (result.ok) return result
  const { error } = result
  const { code } = problemOf(error, ctx.requestId)
  logFailure({ error, code }, ctx.log, { procedure: path })
  if (error.code === trpcCodes[code]) return result
  throw new TRPCError({
    code: trpcCodes[code],
    message: error.message,
    cause: error.cause ?? error,
  })
})

/** Gives what went wrong before any procedure, while the caller was looked up, its status too. */
export const refuseOnTrpc =
  (log: Logger) =>
  (error: unknown): never => {
    const { code, detail } = problemOf(error, '')
    logFailure({ error, code }, log)
    throw new TRPCError({ code: trpcCodes[code], message: detail, cause: error })
  }

const signedIn = t.middleware(({ ctx, next }) => {
  const { actor } = ctx
  if (actor.type === 'key') {
    throw new AppError('forbidden', 'API keys are not admitted here. Please sign in.', {
      reason: 'key_not_admitted',
    })
  }
  if (actor.type !== 'user') throw new AppError('unauthenticated', 'Please sign in.')
  // Only its type is narrowed: handing it on would copy the whole context.
  return next<{ actor: UserActor }>({})
})

/** The scope by which a key may make a call. */
export const scopeOf = (meta: RestMeta | undefined, type: string): string =>
  meta?.scope ?? (type === 'query' ? 'read' : 'write')

const known = t.middleware(({ ctx, type, meta, next }) => {
  const { actor } = ctx
  if (actor.type !== 'user' && actor.type !== 'key') {
    throw new AppError('unauthenticated', 'Please sign in, or send an API key.')
  }
  const scope = scopeOf(meta, type)
  if (actor.type === 'key' && !actor.scopes.includes(scope)) {
    throw new AppError('forbidden', `This API key lacks the scope ${scope}.`, {
      reason: 'scope_missing',
    })
  }
  return next<{ actor: UserActor | KeyActor }>({})
})

const actsForMerchant = t.middleware(async ({ ctx, next }) => {
  const membership = await ctx.findMembership()
  if (!membership) {
    throw new AppError('forbidden', 'Complete the onboarding first.', { reason: 'no_merchant' })
  }
  return next({ ctx: membership })
})

const ownsMerchant = t.middleware(async ({ ctx, next }) => {
  const membership = await ctx.findMembership()
  if (membership?.role !== 'owner') {
    throw new AppError('forbidden', 'Only the owner of the merchant may do this.', {
      reason: 'owner_only',
    })
  }
  return next()
})

/** How long a confirmed sign-in is enough for what cannot be undone. */
const CONFIRMED_FOR_MS = 10 * 60_000

/** The guest of a demo has no password that they know, and nothing there is worth one. */
async function isGuestOfDemo(ctx: RequestCtx, { user }: UserActor): Promise<boolean> {
  if (ctx.config.environment !== 'development' || !isDemoGuest(user.email)) return false
  return (await ctx.findMembership())?.isDemo === true
}

/** Asks people for their password again; a key has no more to show than itself. */
const recentlyConfirmed = t.middleware(async ({ ctx, next }) => {
  const { actor } = ctx
  const isLongAgo =
    actor.type === 'user' && ctx.now() - actor.session.confirmedAt > CONFIRMED_FOR_MS
  if (isLongAgo && !(await isGuestOfDemo(ctx, actor))) {
    throw new AppError('forbidden', 'Please confirm that it is you, then try again.', {
      reason: 'confirmation_needed',
    })
  }
  return next()
})

export const { router, middleware } = t

/** Any caller, signed in or not. */
export const anyone = t.procedure.use(converted)
/** A person who is signed in, perhaps before onboarding. Keys are not admitted. */
export const user = anyone.use(signedIn)
/** A person or a key with the scope that the procedure needs, perhaps before onboarding. */
export const caller = anyone.use(known)
/** A caller who acts for a merchant: a person, or a key with the scope that the procedure needs. */
export const member = caller.use(actsForMerchant)
/** A person who acts for a merchant. Keys are not admitted. */
export const signedInMember = user.use(actsForMerchant)
/** The owner of the merchant, in person. */
export const owner = signedInMember.use(ownsMerchant)
/** The owner, who has proved within the last ten minutes who they are: for keys and secrets. */
export const confirmedOwner = owner.use(recentlyConfirmed)
/** Like `member`, for what cannot be undone. */
export const confirmedMember = member.use(recentlyConfirmed)
