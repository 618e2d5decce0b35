import type { FastifyRequest } from 'fastify'
import type { World } from '../context.ts'
import { AppError } from '../errors.ts'
import { authenticateKey, type KeyUses } from '../features/api-keys/authenticate-key.ts'
import { ApiVersion } from '../features/api-keys/api-keys.schema.ts'
import { readIdempotencyKey } from '../features/idempotency/idempotency.ts'
import type { Identity } from '../features/identity/identity.ts'
import { findMerchantOf } from '../features/merchants/merchants.queries.ts'
import { merchantOf } from '../features/merchants/merchants.rules.ts'
import type { Membership } from '../features/merchants/merchants.schema.ts'
import type { RequestCtx } from '../trpc.ts'
import { webHeadersOf } from './identity-routes.ts'
import type { RateLimiter } from './rate-limit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the answer is one that was given before to the same Idempotency-Key. */
    isReplayed?: boolean
    /** The version of the API in which this request is answered. */
    apiVersion?: ApiVersion
  }
}

export type ContextDeps = {
  world: World
  identity: Identity
  keyUses: KeyUses
  limiter: RateLimiter
}

type Caller = Pick<RequestCtx, 'actor' | 'findMembership'> & { version: ApiVersion }

/** Who calls is asked once a request, however many procedures it runs. */
export function contextMaker(deps: ContextDeps) {
  return async (request: FastifyRequest): Promise<RequestCtx> => {
    const secret = bearerOf(request)
    const caller = secret === undefined ? await personOf(request, deps) : await keyOf(secret, deps)
    const version = versionAsked(request) ?? caller.version
    request.apiVersion = version
    return {
      ...deps.world,
      ...caller,
      log: request.log,
      requestId: request.id,
      address: request.ip,
      version,
      idempotencyKey: readIdempotencyKey(request.headers['idempotency-key']),
      forgetUser: async (id) => deps.identity.removeUser?.(id),
      onReplay: () => {
        request.isReplayed = true
      },
    }
  }
}

/** The API key, when one was sent. */
function bearerOf({ headers: { authorization } }: FastifyRequest): string | undefined {
  if (authorization === undefined) return undefined
  const secret = /^Bearer (\S+)$/i.exec(authorization)?.[1]
  if (secret !== undefined) return secret
  throw new AppError('unauthenticated', 'Send Authorization: Bearer sk_test_…', {
    reason: 'authorization_malformed',
  })
}

async function keyOf(secret: string, deps: ContextDeps): Promise<Caller> {
  const { world, keyUses, limiter } = deps
  const { actor, merchant, version } = await authenticateKey(world, secret)
  const waitS = await limiter.take(actor.keyId)
  if (waitS > 0) {
    throw new AppError('limit', 'Too many requests with this API key. Please wait.', {
      retryAfterS: waitS,
    })
  }
  keyUses.note(merchant.id, actor.keyId, world.now())
  return { actor, version, findMembership: async () => ({ merchant, role: 'key' }) }
}

async function personOf(request: FastifyRequest, deps: ContextDeps): Promise<Caller> {
  const { identity, world } = deps
  const user = await identity.authenticate({ headers: webHeadersOf(request, world.config.appUrl) })
  if (!user) {
    return { actor: { type: 'anyone' }, version: 'v1', findMembership: async () => undefined }
  }
  const find = async (): Promise<Membership | undefined> => {
    const row = await findMerchantOf(world.db, { provider: identity.name, subject: user.id })
    return row && { merchant: merchantOf(row), role: row.role }
  }
  let membership: ReturnType<typeof find> | undefined
  return {
    actor: { type: 'user', provider: identity.name, user },
    version: 'v1',
    findMembership: () => {
      membership ??= find()
      return membership
    },
  }
}

function versionAsked({ headers }: FastifyRequest): ApiVersion | undefined {
  const asked = headers['api-version']
  if (asked === undefined) return undefined
  const version = ApiVersion.safeParse(asked)
  if (version.success) return version.data
  throw new AppError('invalid', 'Api-Version must be v1 or v2.', { reason: 'version_unknown' })
}
