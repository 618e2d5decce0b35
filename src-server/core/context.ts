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

export type UserActor = {
  type: 'user'
  provider: string
  user: CurrentUser
  session: Session
}
export type KeyActor = { type: 'key'; keyId: string; prefix: string; scopes: readonly string[] }
export type Actor = { type: 'anyone' } | UserActor | KeyActor | { type: 'system'; job: string }

/** The world as the rules see it; everything in it can be replaced in a test. */
export type World = {
  db: Db
  dialect: Dialect
  config: Config
  /** Epoch milliseconds. */
  now: () => number
  log: Logger
  processors: Processors
  newId: (prefix: IdPrefix) => string
  newReference: () => string
  payments: PaymentStore
  /** Consequences of a payment, in the order in which they run. */
  consequences: readonly PaymentConsequence[]
  live: Live
  /** Encrypts what lies in the database and must be read again. */
  secretBox: SecretBox
  webhookSender: Sender
  /** Missing where nothing can be mailed. */
  mailer: Mailer | undefined
  /** Asks an address of our own and answers the status. */
  reachApi: (url: string) => Promise<number>
  /** Tells open pages of a change; inside a transaction once it has committed, and not at all if it fails. */
  noteChange: (change: MerchantChange) => void
  /** Wakes the mail worker of this process; in a transaction like a change. Nothing where there is no worker. */
  noteMail: () => void
}

/** As much of the world as storing takes, in whichever thread. */
export type StoringWorld = Pick<
  World,
  | 'db'
  | 'dialect'
  | 'now'
  | 'log'
  | 'newId'
  | 'newReference'
  | 'noteChange'
  | 'noteMail'
  | 'consequences'
>

export type Ctx = World & {
  actor: Actor
  requestId: string
  /** Where the request came from, for the audit log. */
  address: string | null
}

/** A person who is signed in, perhaps before onboarding. */
export type UserCtx = Ctx & { actor: UserActor }

/** A person or a key that acts for a merchant. */
export type MerchantCtx = Ctx & {
  merchant: ActingMerchant
  once?: Once
  /** In which its answers are; the first where nobody asked for another. */
  version?: ApiVersion
}

/**
 * The Idempotency-Key of a request, for a use case that looks for it and keeps its answer by itself:
 * together with what it stores, or completed later when its answer comes from over a network.
 */
export type Once = {
  key: string
  fingerprint: string
  /** In which its answer is kept. */
  version: ApiVersion
  complete: (ctx: World, answer: unknown, status?: number) => Promise<void>
}

/** As much of an actor as it takes to write them down. */
export type NamedActor = Exclude<Actor, UserActor> | { type: 'user'; user: { id: string } }

/** How an actor is written down in events and in the audit log. */
export const actorName = (actor: NamedActor): string => {
  if (actor.type === 'user') return `user:${actor.user.id}`
  if (actor.type === 'key') return `key:${actor.keyId}`
  if (actor.type === 'system') return `system:${actor.job}`
  return 'anyone'
}

const MAX_TRIES = 8

type TransactionWorld = Pick<World, 'db' | 'log' | 'noteChange' | 'noteMail'>

/**
 * Runs `fn` in a transaction, or in the one already open. The inner `ctx` shadows the outer on
 * purpose: the outer `db` would write outside. No network calls inside. PostgreSQL may ask for the
 * whole to be run again, so `fn` must have no effect but on the database.
 */
export async function inTransaction<C extends TransactionWorld, T>(
  ctx: C,
  fn: (ctx: C) => Promise<T>,
): Promise<T> {
  if (ctx.db.isTransaction) return fn(ctx)
  const db = ctx.db as Kysely<Database>
  for (let attempt = 1; ; attempt++) {
    const changes: MerchantChange[] = []
    const noteChange = (change: MerchantChange) => changes.push(change)
    let isMailQueued = false
    const noteMail = () => {
      isMailQueued = true
    }
    try {
      const result = await db
        .transaction()
        .execute((trx) => fn({ ...ctx, db: trx, noteChange, noteMail }))
      for (const change of changes) ctx.noteChange(change)
      if (isMailQueued) ctx.noteMail()
      return result
    } catch (error) {
      if (!wantsRetry(error) || attempt === MAX_TRIES) throw error
      ctx.log.debug({ attempt }, 'transaction is run again')
    }
  }
}
