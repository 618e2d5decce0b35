import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import { wantsRetry } from '#db/failures.ts'
import type { Dialect } from '#db/portable.ts'
import type { Database, Db } from '#db/tables.ts'
import type { Config } from '../config/config.ts'
import type { ApiVersion } from '../shared/api-version.ts'
import type { CurrentUser } from '../shared/current-user.ts'
import type { IdPrefix } from '../shared/id.ts'
import type { ActingMerchant } from './merchant.ts'
import type { Session } from './ports/identity.ts'
import type { Live, MerchantChange } from './ports/live.ts'
import type { Mailer } from './ports/mailer.ts'
import type { PaymentConsequence } from './ports/payment-consequence.ts'
import type { PaymentStore } from './ports/payment-store.ts'
import type { Processors } from './ports/processor.ts'
import type { Sender } from './ports/sender.ts'
import type { SecretBox } from './secrets/secret-box.ts'

export type Logger = FastifyBaseLogger

/** A signed-in person. `provider` is the name of the identity provider, such as `clerk`. */
export type UserActor = {
  type: 'user'
  provider: string
  user: CurrentUser
  session: Session
}
/** A program that calls with an API key. `prefix` is the start of the key, which lists may show. */
export type KeyActor = {
  type: 'key'
  keyId: string
  prefix: string
  scopes: readonly string[]
  /** Set for the scope `shop`: the key sees and changes only what keys of this shop made. */
  shopId?: string
}
/** The author of a call: an unidentified caller (`anyone`), a person, an API key, or a background job. */
export type Actor = { type: 'anyone' } | UserActor | KeyActor | { type: 'system'; job: string }

/** Context of the whole process: database, clock, payment processors, mail. Tests can replace each part. */
export type World = {
  db: Db
  dialect: Dialect
  config: Config
  /** Epoch milliseconds. */
  now: () => number
  log: Logger
  processors: Processors
  /** Returns a new id that starts with the prefix. */
  newId: (prefix: IdPrefix) => string
  newReference: () => string
  payments: PaymentStore
  /** Features' steps after a payment is stored or ends, such as its sums and events, in the order in which they run. */
  consequences: readonly PaymentConsequence[]
  /** Publishes changes to open dashboard pages. */
  live: Live
  /** Encrypts stored secrets that must be read again. */
  secretBox: SecretBox
  webhookSender: Sender
  /** Undefined when no mail can be sent. */
  mailer: Mailer | undefined
  /** Requests one of the service's own URLs and returns the HTTP status. */
  reachApi: (url: string) => Promise<number>
  /** Notifies open pages of a change; inside a transaction after its commit, and not at all if it fails. */
  publishChange: (change: MerchantChange) => void
  /** Wakes the mail worker of this process; inside a transaction after its commit. Does nothing without a worker. */
  wakeMailWorker: () => void
}

/** The part of `World` that storing a payment needs. The writing thread has only this part. */
export type StoringWorld = Pick<
  World,
  | 'db'
  | 'dialect'
  | 'now'
  | 'log'
  | 'newId'
  | 'newReference'
  | 'publishChange'
  | 'wakeMailWorker'
  | 'consequences'
>

/** Context of one request or one run of a job: the process's context and the author of the call. */
export type Ctx = World & {
  actor: Actor
  requestId: string
  /** IP address of the request, for the audit log. */
  address: string | null
}

/** A signed-in person, perhaps before onboarding. */
export type UserCtx = Ctx & { actor: UserActor }

/** A person or an API key that acts for a merchant. */
export type MerchantCtx = Ctx & {
  merchant: ActingMerchant
  /** Set when the use case itself must store its response for the request's Idempotency-Key. */
  once?: IdempotentRequest
  /**
   * Called when the response is an object that an earlier request created; missing where no HTTP status depends on it.
   */
  onExisting?: () => void
  /** API version of the responses; the first version when the caller requests no other. */
  version?: ApiVersion
}

/**
 * The Idempotency-Key of a request, for a use case that looks the key up and stores the response itself: in the
 * transaction that stores its data, or later when the response depends on a network call.
 */
export type IdempotentRequest = {
  key: string
  /** Hash of the call and its input: a repeated key with another input is refused. */
  fingerprint: string
  /** API version of the stored response. */
  version: ApiVersion
  /** Stores the response for the key. */
  complete: (ctx: World, response: unknown, status?: number) => Promise<void>
}

/** Returns the shop to which a caller is confined; undefined for any other caller. */
export const shopIdOf = (actor: Actor): string | undefined =>
  actor.type === 'key' ? actor.shopId : undefined

/** The part of an actor that `actorName` needs: of a person only the id. */
export type NamedActor = Exclude<Actor, UserActor> | { type: 'user'; user: { id: string } }

/** Returns the actor's name for events and the audit log: `user:<id>`, `key:<id>`, `system:<job>` or `anyone`. */
export const actorName = (actor: NamedActor): string => {
  if (actor.type === 'user') return `user:${actor.user.id}`
  if (actor.type === 'key') return `key:${actor.keyId}`
  if (actor.type === 'system') return `system:${actor.job}`
  return 'anyone'
}

/** Maximum number of runs of one transaction, when PostgreSQL requests a retry after a conflict or a deadlock. */
const MAX_TRIES = 8

type TransactionWorld = Pick<World, 'db' | 'log' | 'publishChange' | 'wakeMailWorker'>

/**
 * Runs `fn` in a transaction, or in the one already open. `fn` gets the context of the transaction, which callers name
 * `inner`, and must use its `db`: the `db` of the outer context would write outside the transaction. No network calls
 * inside. PostgreSQL may require a retry of the whole transaction, so `fn` must have no effect except on the database.
 */
export async function inTransaction<C extends TransactionWorld, T>(
  ctx: C,
  fn: (ctx: C) => Promise<T>,
): Promise<T> {
  if (ctx.db.isTransaction) return fn(ctx)
  const db = ctx.db as Kysely<Database>
  for (let attempt = 1; ; attempt++) {
    const changes: MerchantChange[] = []
    const publishChange = (change: MerchantChange) => changes.push(change)
    let isMailQueued = false
    const wakeMailWorker = () => {
      isMailQueued = true
    }
    try {
      const result = await db
        .transaction()
        .execute((trx) => fn({ ...ctx, db: trx, publishChange, wakeMailWorker }))
      for (const change of changes) ctx.publishChange(change)
      if (isMailQueued) ctx.wakeMailWorker()
      return result
    } catch (error) {
      if (!wantsRetry(error) || attempt === MAX_TRIES) throw error
      ctx.log.debug({ attempt }, 'transaction is run again')
    }
  }
}
