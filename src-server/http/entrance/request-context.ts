import type { FastifyRequest } from 'fastify'
import { AppError } from '#server/core/calls/errors.ts'
import type { RequestCtx } from '#server/core/calls/trpc.ts'
import type { World } from '#server/core/context.ts'
import type { Membership } from '#server/core/merchant.ts'
import type { Authentication, Identity, IncomingRequest } from '#server/core/ports/identity.ts'
import type { LanguageModel } from '#server/core/ports/language-model.ts'
import { coalescePerTick } from '#server/core/work/coalesce-per-tick.ts'
import { TimeLimitError, withTimeLimit } from '#server/core/work/time-limit.ts'
import { authenticateKey, type KeyCaller } from '#server/features/api-keys/authenticate-key.ts'
import type { KeyUses } from '#server/features/api-keys/key-uses.ts'
import { findMerchantInMode } from '#server/features/merchants/merchants.queries.ts'
import { actingMerchantOf } from '#server/features/merchants/merchants.rules.ts'
import { EXISTING_STATUS, readIdempotencyKey } from '#server/services/idempotency/idempotency.ts'
import { ApiVersion } from '#server/shared/api-version.ts'
import { type Mode, modeOfCookies } from '#server/shared/mode.ts'
import { readFileBody } from './bodies/file-body.ts'
import type { CallerLimits } from './caller-limits.ts'
import { clientIpAddress } from './client-ip-address.ts'
import type { RateLimiter } from './rate-limit.ts'
import { pathOf } from './request-url.ts'
import { type Call, statedModeOf } from './stated-mode.ts'
import { webHeadersOf } from './web-headers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** True when the response was already sent for the same Idempotency-Key. */
    isReplayed?: boolean
    /** True when the response is an object made before: the status is then 200. */
    returnsExisting?: boolean
    /** The API version of the response. */
    apiVersion?: ApiVersion
    /** The calling API key and its merchant. */
    keyCall?: { merchantId: string; keyId: string; prefix: string }
    /** Cookies of the identity provider to set with the response. */
    identityCookies?: readonly string[]
  }
}

/** The parts from which `contextMaker` creates the context of each request. */
export type ContextDeps = {
  world: World
  identity: Identity
  keyUses: KeyUses
  limits: CallerLimits
  /** Rate limit of calls to the language model, by merchant or user. */
  modelLimiter: RateLimiter
  model: LanguageModel | undefined
}

type ModeOption = { statedMode: Mode | undefined }

type Caller = Pick<RequestCtx, 'actor' | 'findMembership'> & { version: ApiVersion }

/** The page sends this header with requests that it makes by itself, without an action of its user. */
const UNATTENDED_HEADER = 'x-unattended'

export type CreateContext = ReturnType<typeof contextMaker>

/**
 * Returns the function that creates the context of a request. The function identifies the caller once per request,
 * however many procedures run.
 */
export function contextMaker(deps: ContextDeps) {
  // A program sends many requests at once with one API key, so the key's lookups coalesce per tick.
  const findCaller = coalescePerTick((secret) => authenticateKey(deps.world, secret))
  return async (request: FastifyRequest, call: Call = {}): Promise<RequestCtx> => {
    const statedMode = statedModeOf(request, call)
    const bearer = bearerOf(request)
    const isPerson = bearer === undefined || isSessionToken(bearer, deps.identity)
    // An event source cannot send headers, and reconnects by itself while its page is open.
    const isStream = call.type === 'subscription'
    const isUnattended = isStream || request.headers[UNATTENDED_HEADER] !== undefined
    const caller = isPerson
      ? await identifyPerson(request, { ...deps, isUnattended, statedMode })
      : await identifyKey(request, findCaller(bearer), { ...deps, statedMode })
    const version = call.version ?? readVersionHeader(request) ?? caller.version
    request.apiVersion = version
    const { world } = deps
    // Each field is listed: object spread costs several times as much with every request.
    return {
      db: world.db,
      dialect: world.dialect,
      config: world.config,
      now: world.now,
      log: request.log,
      processors: world.processors,
      newId: world.newId,
      newReference: world.newReference,
      payments: world.payments,
      consequences: world.consequences,
      live: world.live,
      secretBox: world.secretBox,
      webhookSender: world.webhookSender,
      mailer: world.mailer,
      reachApi: world.reachApi,
      publishChange: world.publishChange,
      wakeMailWorker: world.wakeMailWorker,
      actor: caller.actor,
      findMembership: caller.findMembership,
      requestId: request.id,
      address: clientIpAddress(request),
      version,
      idempotencyKey: readIdempotencyKey(request.headers['idempotency-key']),
      identity: deps.identity,
      model: deps.model,
      readFile: (maxBytes) => readFileBody(request, maxBytes),
      countModelCall: async (name) => (await deps.modelLimiter.take(name)).waitS,
      onReplay: (status) => {
        request.isReplayed = true
        if (status === EXISTING_STATUS) request.returnsExisting = true
      },
      onExisting: () => {
        request.returnsExisting = true
      },
    }
  }
}

/** Returns true for a bearer token that is not an API key, if the identity provider accepts session tokens. */
const isSessionToken = (bearer: string, { acceptsBearer }: Identity): boolean =>
  acceptsBearer === true && !/^sk_(?:test|live)_/.test(bearer)

/**
 * Returns the API key or session token, or undefined when the request has none. Throws when the header is malformed.
 */
function bearerOf({ headers: { authorization } }: FastifyRequest): string | undefined {
  if (authorization === undefined) return undefined
  const secret = /^Bearer (\S+)$/i.exec(authorization)?.[1]
  if (secret !== undefined) return secret
  throw new AppError('unauthenticated', 'Send Authorization: Bearer sk_test_…', {
    reason: 'authorization_malformed',
  })
}

async function identifyKey(
  request: FastifyRequest,
  keyLookup: Promise<KeyCaller>,
  deps: ContextDeps & ModeOption,
): Promise<Caller> {
  const { world, keyUses, limits } = deps
  const { actor, merchant, version } = await authenticateOrCount(request, keyLookup, deps)
  request.keyCall = { merchantId: merchant.id, keyId: actor.keyId, prefix: actor.prefix }
  await limits.countByKey(request, actor.keyId)
  assertMode(merchant.mode, deps)
  keyUses.record(merchant.id, actor.keyId, world.now())
  return { actor, version, findMembership: async () => ({ merchant, role: 'key', isDemo: false }) }
}

/**
 * Throws when the browser switched between test and live mode since the dashboard loaded: the dashboard must not mix
 * data of both modes.
 */
function assertMode(openMode: Mode, { statedMode }: ModeOption): void {
  if (statedMode === undefined || statedMode === openMode) return
  throw new AppError(
    'conflict',
    'The other mode, test or live, is open now. Load the page again.',
    {
      reason: 'book_changed',
    },
  )
}

/** Counts a caller with an invalid API key by IP address, like a caller without one. */
async function authenticateOrCount(
  request: FastifyRequest,
  keyLookup: Promise<KeyCaller>,
  { limits }: ContextDeps,
) {
  try {
    return await keyLookup
  } catch (error) {
    if (error instanceof AppError) await limits.countByAddress(request)
    throw error
  }
}

async function identifyPerson(
  request: FastifyRequest,
  deps: ContextDeps & ModeOption & { isUnattended: boolean },
): Promise<Caller> {
  const { identity, world, limits, isUnattended } = deps
  const incoming = { headers: webHeadersOf(request, world.config.appUrl), isUnattended }
  const authentication = identity.authenticate(incoming)
  const signedIn = await (worksOffline(request)
    ? withOfflineFallback(authentication, incoming, deps)
    : authentication)
  if (!signedIn) {
    await limits.countByAddress(request)
    return { actor: { type: 'anyone' }, version: 'v1', findMembership: async () => undefined }
  }
  const { user, session } = signedIn
  // A user who was identified by cookie alone, without the database, has no session id to count by.
  if (session.id !== '') await limits.countBySession(request, session.id)
  request.identityCookies = signedIn.cookies
  const find = async (): Promise<Membership | undefined> => {
    if (user.id === '') throw databaseUnavailable()
    const person = { provider: identity.name, subject: user.id }
    const row = await findMerchantInMode(world.db, person, modeOfCookies(request.headers.cookie))
    if (row) assertMode(row.mode, deps)
    return row && { merchant: actingMerchantOf(row), role: row.role, isDemo: row.isDemo === 1 }
  }
  let membership: ReturnType<typeof find> | undefined
  return {
    actor: { type: 'user', provider: identity.name, user, session },
    version: 'v1',
    findMembership: () => {
      membership ??= find()
      return membership
    },
  }
}

/** Calls that report the server's health: they respond while the database is unavailable. */
const offlinePaths = new Set(['/api/environment/status', '/trpc/environment.status'])

const worksOffline = ({ url }: FastifyRequest): boolean => offlinePaths.has(pathOf(url))

const DATABASE_WITHIN_MS = 1000

/** Returns the database's result when it arrives in time; otherwise the user that the request's own cookies prove. */
async function withOfflineFallback(
  authentication: Promise<Authentication | undefined>,
  incoming: IncomingRequest,
  { identity, world }: ContextDeps,
): Promise<Authentication | undefined> {
  try {
    return await withTimeLimit(DATABASE_WITHIN_MS, authentication)
  } catch (error) {
    const offlineUser = identity.authenticateOffline?.(incoming)
    if (!offlineUser) throw error instanceof TimeLimitError ? databaseUnavailable(error) : error
    world.log.warn({ err: error }, 'signed in by cookie alone: the database does not respond')
    return offlineUser
  }
}

const databaseUnavailable = (cause?: TimeLimitError) =>
  new AppError('unavailable', 'The database does not respond.', { cause })

function readVersionHeader({ headers }: FastifyRequest): ApiVersion | undefined {
  const requested = headers['api-version']
  if (requested === undefined) return undefined
  const version = ApiVersion.safeParse(requested)
  if (version.success) return version.data
  throw new AppError('invalid', 'Api-Version must be v1 or v2.', { reason: 'version_unknown' })
}
