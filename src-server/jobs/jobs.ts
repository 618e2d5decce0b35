import { setTimeout as wait } from 'node:timers/promises'
import { type AppDeps, worldOf } from '../app.ts'
import type { World } from '../context.ts'
import { pruneIdempotencyKeys } from '../features/idempotency/idempotency.ts'
import { pruneSignInAttempts } from '../features/identity/sign-in-throttle.ts'
import { pruneRateBuckets } from '../http/rate-limit.ts'
import { indexNewTexts } from '../features/search/index-texts.ts'
import { settleDue } from '../features/transactions/settle-due.ts'
import { DeliveryWorker } from '../features/webhooks/delivery-worker.ts'
import { pruneWebhookEvents } from '../features/webhooks/replay-events.ts'
import { type Repeating, repeat } from './repeat.ts'

const SETTLE_EVERY_MS = 500
const INDEX_EVERY_MS = 250
const NOTE_USES_EVERY_MS = 60_000
const DELIVER_EVERY_MS = 250
const DELIVER_ON_MS = 25
const DELIVERED_WITHIN_MS = 3000
const WRITE_LOG_EVERY_MS = 1000
const PRUNE_EVERY_MS = 3_600_000

/** Starts what a process of this role does besides answering. */
export function startJobs(deps: AppDeps): Repeating[] {
  const world = worldOf(deps)
  const { role } = deps.config
  return [
    ...(role === 'worker' ? [] : ownJobs(deps, world)),
    ...(role === 'web' ? [] : sharedJobs(world)),
  ]
}

/** What a process remembers by itself and writes down now and then. */
function ownJobs({ keyUses, requestLog }: AppDeps, { db, log }: World): Repeating[] {
  return [
    repeat('note-key-uses', { everyMs: NOTE_USES_EVERY_MS, log, work: () => keyUses.flush(db) }),
    repeat('write-request-log', {
      everyMs: WRITE_LOG_EVERY_MS,
      log,
      work: () => requestLog.flush(db),
    }),
  ]
}

/** What stands in the database to be done, by whichever process comes first. */
function sharedJobs(world: World): Repeating[] {
  const { log } = world
  const hourly = (name: string, work: () => Promise<unknown>) =>
    repeat(name, { everyMs: PRUNE_EVERY_MS, log, work })
  return [
    deliverWebhooks(world),
    indexSearch(world),
    repeat('settle-pending', { everyMs: SETTLE_EVERY_MS, log, work: () => settleDue(world) }),
    hourly('prune-webhook-events', () => pruneWebhookEvents(world)),
    hourly('prune-idempotency-keys', () => pruneIdempotencyKeys(world)),
    hourly('prune-sign-in-attempts', () => pruneSignInAttempts(world)),
    hourly('prune-rate-buckets', () => pruneRateBuckets(world)),
  ]
}

/** After a great many payments at once this takes a while, and stopping does not wait for all of it. */
function indexSearch(world: World): Repeating {
  const stopping = new AbortController()
  const indexing = repeat('index-search-texts', {
    everyMs: INDEX_EVERY_MS,
    log: world.log,
    work: () => indexNewTexts(world, stopping.signal),
  })
  return {
    stop: () => {
      stopping.abort()
      return indexing.stop()
    },
  }
}

/** What is on its way when it is stopped is waited for, for a moment. */
function deliverWebhooks(world: World): Repeating {
  const worker = new DeliveryWorker({ world, random: Math.random })
  const { log } = world
  const stopping = new AbortController()
  let hasRecovered = false
  const taking = repeat('deliver-webhooks', {
    everyMs: DELIVER_EVERY_MS,
    log,
    // An endpoint with many events waiting gets the next soon after the last, not four times a second.
    work: async () => {
      if (!hasRecovered) await worker.recover()
      hasRecovered = true
      while ((await worker.takeDue()) > 0 && !stopping.signal.aborted) await wait(DELIVER_ON_MS)
    },
  })
  return {
    stop: async () => {
      stopping.abort()
      await taking.stop()
      // An endpoint that hangs must not hold us: its event is tried again once its lease has run out.
      await Promise.race([worker.idle(), wait(DELIVERED_WITHIN_MS)])
    },
  }
}
