import type { OpenDatabase } from '#db/database.ts'
import { idMaker, makeReference } from '../shared/id.ts'
import type { World } from './context.ts'
import type { MerchantChange } from './ports/live.ts'
import type { PaymentStore } from './ports/payment-store.ts'
import { pooledBytes } from './work/pooled-bytes.ts'
import type { WakeSignal } from './work/wake-signal.ts'

/** The parts of `World` that a process must provide; `worldOf` derives the other parts. */
export type WorldParts = Pick<
  World,
  | 'config'
  | 'now'
  | 'log'
  | 'processors'
  | 'live'
  | 'secretBox'
  | 'webhookSender'
  | 'mailer'
  | 'consequences'
> & {
  database: OpenDatabase
  /** Wakes the mail worker, where this process has one. */
  mailSignal?: WakeSignal | undefined
  /** Creates the payment store, which writes in this thread or in the writing thread. */
  paymentStoreOf: (world: Omit<World, 'payments'>) => PaymentStore
}

const randomBytes = pooledBytes()

/** Longest wait for the response of one of the service's own URLs. */
const REACH_WITHIN_MS = 3000

const reachApi = async (url: string): Promise<number> => {
  const response = await fetch(url, {
    redirect: 'manual',
    signal: AbortSignal.timeout(REACH_WITHIN_MS),
  })
  await response.body?.cancel()
  return response.status
}

/** Returns the context of a process, `World`, from the parts that the process provides. */
export const worldOf = ({
  config,
  database,
  processors,
  now,
  log,
  live,
  secretBox,
  webhookSender,
  mailer,
  mailSignal,
  consequences,
  paymentStoreOf,
}: WorldParts): World => {
  const world = {
    db: database.db,
    dialect: database.dialect,
    config,
    now,
    log,
    processors,
    newId: idMaker(now, randomBytes),
    newReference: () => makeReference(randomBytes),
    live,
    secretBox,
    webhookSender,
    mailer,
    consequences,
    reachApi,
    publishChange: (change: MerchantChange) => live.publish(change),
    wakeMailWorker: mailSignal?.wake ?? (() => undefined),
  }
  return { ...world, payments: paymentStoreOf(world) }
}
