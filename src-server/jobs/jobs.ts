import { setTimeout as wait } from 'node:timers/promises'
import { type AppDeps, worldOf } from '../app.ts'
import type { World } from '../context.ts'
import { finishErasures } from '../features/customers/erase-customer.ts'
import { pruneIdempotencyKeys } from '../features/idempotency/idempotency.ts'
import { pruneSignInAttempts } from '../features/identity/sign-in-throttle.ts'
import { pruneRateBuckets } from '../http/rate-limit.ts'
import { indexNewTexts, mergeIndex } from '../features/search/index-texts.ts'
import { endChanges } from '../features/rollups/end-changes.ts'
import { settleDue } from '../features/transactions/settle-due.ts'
import { DeliveryWorker } from '../features/webhooks/delivery-worker.ts'
import { pruneWebhookEvents } from '../features/webhooks/replay-events.ts'
import { pruneSignIns } from './prune-sign-ins.ts'
import { type Repeating, repeat } from './repeat.ts'

const SETTLE_EVERY_MS = 500
const INDEX_EVERY_MS = 250
const MERGE_EVERY_MS = 10_000
const NOTE_USES_EVERY_MS = 60_000
const DELIVER_EVERY_MS = 250
const DELIVERED_WITHIN_MS = 3000
const WRITE_LOG_EVERY_MS = 1000
const FINISH_ERASURES_EVERY_MS = 5000
const END_CHANGES_EVERY_MS = 5000
const END_STREAMS_EVERY_MS = 1000
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
function ownJobs({ keyUses, requestLog }: AppDeps, world: World): Repeating[] {
  const { db, log, live, now } = world
  return [
    repeat('end-streams', {
      everyMs: END_STREAMS_EVERY_MS,
      log,
      work: () => live.endOver(now()),
    }),
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
  const hourly = (name: string, work: (signal: AbortSignal) => Promise<unknown>) =>
    stoppable(name, { everyMs: PRUNE_EVERY_MS, log, work })
  return [
    deliverWebhooks(world),
    stoppable('index-search-texts', {
      everyMs: INDEX_EVERY_MS,
      log,
      work: (signal) => indexNewTexts(world, signal),
    }),
    stoppable('merge-search-index', {
      everyMs: MERGE_EVERY_MS,
      log,
      work: (signal) => mergeIndex(world, signal),
    }),
    stoppable('finish-erasures', {
      everyMs: FINISH_ERASURES_EVERY_MS,
      log,
      work: (signal) => finishErasures(world, signal),
    }),
    repeat('settle-pending', { everyMs: SETTLE_EVERY_MS, log, work: () => settleDue(world) }),
    stoppable('end-changes', {
      everyMs: END_CHANGES_EVERY_MS,
      log,
      work: (signal) => endChanges(world, signal),
    }),
    hourly('prune-webhook-events', (signal) => pruneWebhookEvents(world, signal)),
    hourly('prune-idempotency-keys', (signal) => pruneIdempotencyKeys(world, signal)),
    hourly('prune-sign-in-attempts', () => pruneSignInAttempts(world)),
    hourly('prune-sign-ins', () => pruneSignIns(world)),
    hourly('prune-rate-buckets', () => pruneRateBuckets(world)),
  ]
}

type StoppableWork = {
  everyMs: number
  log: World['log']
  work: (signal: AbortSignal) => Promise<unknown>
}

/** A run may take a while, and stopping does not wait for all of it. */
function stoppable(name: string, { everyMs, log, work }: StoppableWork): Repeating {
  const stopping = new AbortController()
  const repeating = repeat(name, { everyMs, log, work: () => work(stopping.signal) })
  return {
    stop: () => {
      stopping.abort()
      return repeating.stop()
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
    work: async () => {
      if (!hasRecovered) await worker.recover()
      hasRecovered = true
      await worker.deliverDue(stopping.signal)
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
