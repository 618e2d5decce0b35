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

/** Metadata of a procedure, with its REST route if it has one. `{name}` in `path` is a key of the procedure's input. */
export type RestMeta = {
  rest?: {
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
    path: `/api/${string}`
    /** A second path with the same meaning. */
    alias?: `/api/${string}`
    status?: 200 | 201 | 202 | 204
    /** Meaning of the status 200, for a call that returns 200 when its response is an object created earlier. */
    existing?: string
    /** The output is a page; version 1 responds with its rows, and sends the total in headers. */
    isList?: true
    /** Purpose of the call, as the reference's heading. */
    summary: string
    description?: string
    /** Output of version 2, when it contains more than the output for version 1 and the dashboard. */
    v2?: z.ZodType
    /** Maximum size of the body in bytes, where it exceeds the limit of other calls. */
    bodyLimit?: number
    /**
     * The body is a file of one of these types. The input gets the type as `type` and its other fields from the URL;
     * the procedure reads the file with `ctx.readFile`.
     */
    takesFile?: { types: readonly string[]; maxBytes: number }
    /** The output is a file, which REST sends as bytes to download. */
    sendsFile?: { types: readonly string[] }
    /** Error codes of the call, besides the codes that every call may return. */
    errors?: readonly ErrorCode[]
  }
  /** Scope that an API key needs, when it is not `read` for queries and `write` for all other calls. */
  scope?: 'refund' | 'disputes' | 'webhooks'
  /**
   * True if keys with the scope `shop` may make the call. The procedure must restrict them to their own shop's
   * payments and endpoint.
   */
  isForShops?: true
  /** Accountants may make this change. They may make every query that is not for owners only. */
  isForAccountants?: true
  /** Money moves: an API client must send an Idempotency-Key. */
  needsIdempotencyKey?: true
  /** The procedure itself looks up the Idempotency-Key, and stores its response together with its data. */
  storesResponse?: true
}

/** Context of a request: database, clock and processors, the caller, and the API version. */
export type RequestCtx = Ctx & {
  /** Returns the merchant that the caller acts for, loaded at most once per request; undefined before onboarding. */
  findMembership: () => Promise<Membership | undefined>
  version: ApiVersion
  idempotencyKey: string | undefined
  /** The provider that signs people in. */
  identity: Identity
  /** Undefined when no model is configured. */
  model: LanguageModel | undefined
  /**
   * Counts one call of the language model by the merchant or person `name`. Returns 0 when the call is allowed, else
   * the seconds to wait.
   */
  countModelCall: (name: string) => Promise<number>
  /** Reads the file in the body of a REST request, up to a number of bytes. It can be read once. */
  readFile: (maxBytes: number) => Promise<Buffer>
  /** Called with the stored status when the response repeats an earlier response. */
  onReplay: (status: number) => void
  /** Called when the response is an object that an earlier request with another key created. */
  onExisting: () => void
}

const t = initTRPC
  .context<RequestCtx>()
  .meta<RestMeta>()
  .create({
    // Streams end regularly, so that a person who signed out receives nothing more; the dashboard reconnects by itself.
    sse: {
      ping: { enabled: true, intervalMs: 15_000 },
      maxDurationMs: 10 * 60_000,
      client: { reconnectAfterInactivityMs: 40_000 },
    },
    errorFormatter: ({ shape, error, ctx }) => {
      const problem = problemOf(error, ctx?.requestId ?? '')
      const { code, reason, issues, transactionId, current, requestId, status } = problem
      return {
        ...shape,
        message: problem.detail,
        data: {
          code,
          httpStatus: status,
          reason,
          issues,
          transactionId,
          current,
          requestId,
          path: shape.data.path,
        },
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

/** Gives a refusal its status in the tRPC API, and logs unexpected errors. */
const convertErrors = t.middleware(async ({ ctx, path, next }) => {
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

/** Returns a function that logs an error from before any procedure, and throws it with its tRPC status. */
export const refuseOnTrpc =
  (log: Logger) =>
  (error: unknown): never => {
    const { code, detail } = problemOf(error, '')
    logFailure({ error, code }, log)
    throw new TRPCError({ code: trpcCodes[code], message: detail, cause: error })
  }

const requireSignIn = t.middleware(({ ctx, next }) => {
  const { actor } = ctx
  if (actor.type === 'key') {
    throw new AppError('forbidden', 'API keys are not admitted here. Please sign in.', {
      reason: 'key_not_admitted',
    })
  }
  if (actor.type !== 'user') throw new AppError('unauthenticated', 'Please sign in.')
  // Only narrow the type: passing the actor on would copy the whole context.
  return next<{ actor: UserActor }>({})
})

/** Returns the scope that an API key needs for a procedure of this `type`, such as `query`. */
export const scopeOf = (meta: RestMeta | undefined, type: string): string =>
  meta?.scope ?? (type === 'query' ? 'read' : 'write')

const mayCall = ({ scopes }: KeyActor, scope: string, meta: RestMeta | undefined): boolean =>
  scopes.includes(scope) || (meta?.isForShops === true && scopes.includes('shop'))

const requireCaller = t.middleware(({ ctx, type, meta, next }) => {
  const { actor } = ctx
  if (actor.type !== 'user' && actor.type !== 'key') {
    throw new AppError('unauthenticated', 'Please sign in, or send an API key.')
  }
  const scope = scopeOf(meta, type)
  if (actor.type === 'key' && !mayCall(actor, scope, meta)) {
    throw new AppError('forbidden', `This API key lacks the scope ${scope}.`, {
      reason: 'scope_missing',
    })
  }
  return next<{ actor: UserActor | KeyActor }>({})
})

const requireMerchant = t.middleware(async ({ ctx, type, meta, next }) => {
  const membership = await ctx.findMembership()
  if (!membership) {
    throw new AppError('forbidden', 'Complete the onboarding first.', { reason: 'no_merchant' })
  }
  if (membership.role === 'accountant' && type === 'mutation' && !meta?.isForAccountants) {
    throw new AppError('forbidden', 'Accountants read the books and close months.', {
      reason: 'accountant_reads',
    })
  }
  return next({ ctx: membership })
})

function assertOwner(membership: Membership | undefined): void {
  if (membership?.role === 'owner') return
  throw new AppError('forbidden', 'Only the owner of the merchant may do this.', {
    reason: 'owner_only',
  })
}

const requireOwner = t.middleware(async ({ ctx, next }) => {
  assertOwner(await ctx.findMembership())
  return next()
})

/** Requires people to be owners; an API key has a scope instead. */
const requireOwnerUnlessKey = t.middleware(async ({ ctx, next }) => {
  if (ctx.actor.type === 'user') assertOwner(await ctx.findMembership())
  return next()
})

/** Time for which a confirmed sign-in permits irreversible actions. */
const CONFIRMED_FOR_MS = 10 * 60_000

/** Returns whether the caller is a demo's guest, who has no password and no real data. */
async function isGuestOfDemo(ctx: RequestCtx, { user }: UserActor): Promise<boolean> {
  if (ctx.config.environment !== 'development' || !isDemoGuest(user.email)) return false
  return (await ctx.findMembership())?.isDemo === true
}

/** Requires people to have confirmed their sign-in recently; an API key has no further proof. */
const requireConfirmation = t.middleware(async ({ ctx, next }) => {
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

/** Procedure for any caller, signed in or not. */
export const anyone = t.procedure.use(convertErrors)
/** Procedure for signed-in people, also before onboarding. API keys are not admitted. */
export const user = anyone.use(requireSignIn)
/** Procedure for signed-in people, also before onboarding, and for API keys with the needed scope. */
export const caller = anyone.use(requireCaller)
/** Procedure for callers who act for a merchant: people, and API keys with the needed scope. */
export const member = caller.use(requireMerchant)
/** Procedure for people who act for a merchant. API keys are not admitted. */
export const signedInMember = user.use(requireMerchant)
/** Procedure for owners of the merchant. API keys are not admitted. */
export const owner = signedInMember.use(requireOwner)
/** Procedure for owners who confirmed their sign-in within the last ten minutes: for keys and secrets. */
export const confirmedOwner = owner.use(requireConfirmation)
/**
 * Procedure like `member`, but people must have confirmed their sign-in within ten minutes: for irreversible actions.
 */
export const confirmedMember = member.use(requireConfirmation)
/** Procedure for owners of the merchant, and for API keys with the needed scope. */
export const ownerOrKey = member.use(requireOwnerUnlessKey)
/** Procedure like `ownerOrKey`, but owners must have confirmed their sign-in within ten minutes. */
export const confirmedOwnerOrKey = ownerOrKey.use(requireConfirmation)
