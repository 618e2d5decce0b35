import { setTimeout as wait } from 'node:timers/promises'
import type { World } from '../core/context.ts'
import { type WorldParts, worldOf } from '../core/world.ts'
import type { KeyUses } from '../features/api-keys/authenticate-key.ts'
import { finishErasures } from '../features/customers/erase-customer.ts'
import { endChanges } from '../features/merchants/end-changes.ts'
import { settleDue } from '../features/transactions/settle-due.ts'
import { DeliveryWorker } from '../features/webhooks/delivery-worker.ts'
import { pruneWebhookEvents } from '../features/webhooks/replay-events.ts'
import { pruneRateBuckets } from '../http/entrance/rate-limit.ts'
import { pruneIdempotencyKeys } from '../services/idempotency/idempotency.ts'
import { pruneSignInAttempts } from '../services/identity/throttle/sign-in-throttle.ts'
import type { LiveBus } from '../services/live/live-bus.ts'
import type { RequestLog } from '../services/request-log/request-log.ts'
import { indexNewTexts, mergeIndex } from '../services/search/index-texts.ts'
import { pruneSignIns } from './prune-sign-ins.ts'
import { type RepeatedJob, repeat } from './repeat.ts'

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

type JobDeps = WorldParts & { keyUses: KeyUses; live: LiveBus; requestLog: RequestLog }

/** Starts what a process of this role does besides answering. */
export function startJobs(deps: JobDeps): RepeatedJob[] {
  const world = worldOf(deps)
  const { role } = deps.config
  return [
    ...(role === 'worker' ? [] : ownJobs(deps, world)),
    ...(role === 'web' ? [] : sharedJobs(world)),
  ]
}

/** What a process remembers by itself and writes down now and then. */
function ownJobs({ keyUses, live, requestLog }: JobDeps, world: World): RepeatedJob[] {
  const { db, log, now } = world
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
function sharedJobs(world: World): RepeatedJob[] {
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
function stoppable(name: string, { everyMs, log, work }: StoppableWork): RepeatedJob {
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
function deliverWebhooks(world: World): RepeatedJob {
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
