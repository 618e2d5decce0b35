import type { FastifyRequest } from 'fastify'
import { AppError } from '#server/core/calls/errors.ts'
import type { RequestCtx } from '#server/core/calls/trpc.ts'
import type { World } from '#server/core/context.ts'
import type { Membership } from '#server/core/merchant.ts'
import type { Identity, IncomingRequest, SignedIn } from '#server/core/ports/identity.ts'
import type { LanguageModel } from '#server/core/ports/language-model.ts'
import { onceATurn } from '#server/core/work/once-a-turn.ts'
import { TooLate, within } from '#server/core/work/within.ts'
import { authenticateKey, type KeyCaller } from '#server/features/api-keys/authenticate-key.ts'
import type { KeyUses } from '#server/features/api-keys/key-uses.ts'
import { findOpenBookOf } from '#server/features/merchants/merchants.queries.ts'
import { actingMerchantOf } from '#server/features/merchants/merchants.rules.ts'
import { readIdempotencyKey } from '#server/services/idempotency/idempotency.ts'
import { ApiVersion } from '#server/shared/api-version.ts'
import { type Book, bookOfCookies } from '#server/shared/book.ts'
import { pathOf } from './address.ts'
import type { CallerLimits } from './caller-limits.ts'
import { clientAddress } from './client-address.ts'
import type { RateLimiter } from './rate-limit.ts'
import { type Call, statedBookOf } from './stated-book.ts'
import { webHeadersOf } from './web-headers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the answer is one that was given before to the same Idempotency-Key. */
    isReplayed?: boolean
    /** The version of the API in which this request is answered. */
    apiVersion?: ApiVersion
    /** The API key that calls, and for whom. */
    keyCall?: { merchantId: string; keyId: string; prefix: string }
    /** Cookies that the identity provider wants set with the answer. */
    identityCookies?: readonly string[]
  }
}

export type ContextDeps = {
  world: World
  identity: Identity
  keyUses: KeyUses
  limits: CallerLimits
  /** For questions to a model, by merchant or person. */
  modelLimiter: RateLimiter
  model: LanguageModel | undefined
}

type StatedBook = { statedBook: Book | undefined }

type Caller = Pick<RequestCtx, 'actor' | 'findMembership'> & { version: ApiVersion }

/** The page puts it on what it asks by itself, without anything that its person did. */
const UNATTENDED_HEADER = 'x-unattended'

export type CreateContext = ReturnType<typeof contextMaker>

/** Who calls is asked once a request, however many procedures it runs. */
export function contextMaker(deps: ContextDeps) {
  // A program's requests come many at a time; its key opens the same for all of them.
  const findCaller = onceATurn((secret) => authenticateKey(deps.world, secret))
  return async (request: FastifyRequest, call: Call = {}): Promise<RequestCtx> => {
    const statedBook = statedBookOf(request, call)
    const bearer = bearerOf(request)
    const isPerson = bearer === undefined || isSessionToken(bearer, deps.identity)
    // An event source carries no headers, and comes back by itself for as long as its page is open.
    const isStream = call.type === 'subscription'
    const isUnattended = isStream || request.headers[UNATTENDED_HEADER] !== undefined
    const caller = isPerson
      ? await personOf(request, { ...deps, isUnattended, statedBook })
      : await keyOf(request, findCaller(bearer), { ...deps, statedBook })
    const version = call.version ?? versionAsked(request) ?? caller.version
    request.apiVersion = version
    const { world } = deps
    // Each by its name: an object that is put together of others is several times as dear, with every request.
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
      noteChange: world.noteChange,
      noteMail: world.noteMail,
      actor: caller.actor,
      findMembership: caller.findMembership,
      requestId: request.id,
      address: clientAddress(request),
      version,
      idempotencyKey: readIdempotencyKey(request.headers['idempotency-key']),
      identity: deps.identity,
      model: deps.model,
      takeModelTurn: async (name) => (await deps.modelLimiter.take(name)).waitS,
      onReplay: () => {
        request.isReplayed = true
      },
    }
  }
}

/** Whatever is no API key is a session token, where the provider has such. */
const isSessionToken = (bearer: string, { acceptsBearer }: Identity): boolean =>
  acceptsBearer === true && !/^sk_(?:test|live)_/.test(bearer)

/** The API key or session token, when one was sent. */
function bearerOf({ headers: { authorization } }: FastifyRequest): string | undefined {
  if (authorization === undefined) return undefined
  const secret = /^Bearer (\S+)$/i.exec(authorization)?.[1]
  if (secret !== undefined) return secret
  throw new AppError('unauthenticated', 'Send Authorization: Bearer sk_test_…', {
    reason: 'authorization_malformed',
  })
}

async function keyOf(
  request: FastifyRequest,
  found: Promise<KeyCaller>,
  deps: ContextDeps & StatedBook,
): Promise<Caller> {
  const { world, keyUses, limits } = deps
  const { actor, merchant, version } = await knownKey(request, found, deps)
  request.keyCall = { merchantId: merchant.id, keyId: actor.keyId, prefix: actor.prefix }
  await limits.takeKey(request, actor.keyId)
  assertBook(merchant.mode, deps)
  keyUses.note(merchant.id, actor.keyId, world.now())
  return { actor, version, findMembership: async () => ({ merchant, role: 'key', isDemo: false }) }
}

/** A page whose browser has opened the other book since must show no row of it. */
function assertBook(open: Book, { statedBook }: StatedBook): void {
  if (statedBook === undefined || statedBook === open) return
  throw new AppError('conflict', 'The other book is open now. Load the page again.', {
    reason: 'book_changed',
  })
}

/** A caller with a key that opens nothing counts like a caller without one. */
async function knownKey(
  request: FastifyRequest,
  found: Promise<KeyCaller>,
  { limits }: ContextDeps,
) {
  try {
    return await found
  } catch (error) {
    if (error instanceof AppError) await limits.takeAddress(request)
    throw error
  }
}

async function personOf(
  request: FastifyRequest,
  deps: ContextDeps & StatedBook & { isUnattended: boolean },
): Promise<Caller> {
  const { identity, world, limits, isUnattended } = deps
  const incoming = { headers: webHeadersOf(request, world.config.appUrl), isUnattended }
  const asked = identity.authenticate(incoming)
  const signedIn = await (answersOffline(request) ? orOffline(asked, incoming, deps) : asked)
  if (!signedIn) {
    await limits.takeAddress(request)
    return { actor: { type: 'anyone' }, version: 'v1', findMembership: async () => undefined }
  }
  const { user, session } = signedIn
  // A person who is signed in by cookie alone has no session to count by.
  if (session.id !== '') await limits.takeSession(request, session.id)
  request.identityCookies = signedIn.cookies
  const find = async (): Promise<Membership | undefined> => {
    if (user.id === '') throw noDatabase()
    const person = { provider: identity.name, subject: user.id }
    const row = await findOpenBookOf(world.db, person, bookOfCookies(request.headers.cookie))
    if (row) assertBook(row.mode, deps)
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

/** The calls that say how the server fares, so they answer while its database does not. */
const offlineAddresses = new Set(['/api/environment/status', '/trpc/environment.status'])

const answersOffline = ({ url }: FastifyRequest): boolean => offlineAddresses.has(pathOf(url))

const DATABASE_WITHIN_MS = 1000

/** What the database says when it answers in time; otherwise what the request's own cookies prove. */
async function orOffline(
  asked: Promise<SignedIn | undefined>,
  incoming: IncomingRequest,
  { identity, world }: ContextDeps,
): Promise<SignedIn | undefined> {
  try {
    return await within(DATABASE_WITHIN_MS, asked)
  } catch (error) {
    const proved = identity.authenticateOffline?.(incoming)
    if (!proved) throw error instanceof TooLate ? noDatabase(error) : error
    world.log.warn({ err: error }, 'signed in by cookie alone: the database does not answer')
    return proved
  }
}

const noDatabase = (cause?: TooLate) =>
  new AppError('unavailable', 'The database does not answer.', { cause })

function versionAsked({ headers }: FastifyRequest): ApiVersion | undefined {
  const asked = headers['api-version']
  if (asked === undefined) return undefined
  const version = ApiVersion.safeParse(asked)
  if (version.success) return version.data
  throw new AppError('invalid', 'Api-Version must be v1 or v2.', { reason: 'version_unknown' })
}
