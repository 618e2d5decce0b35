import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '#db/tables.ts'
import type { World } from '../core/context.ts'
import type { MoveState } from '../core/ports/moving.ts'
import { releaseRows } from '../core/queues/leased-rows.queries.ts'
import { type WorldParts, worldOf } from '../core/world.ts'
import { type KeyUse, type KeyUses, noteKeyUses } from '../features/api-keys/key-uses.ts'
import { finishErasures } from '../features/customers/erase-customer.ts'
import { endChanges } from '../features/merchants/end-changes.ts'
import { remindCustomers } from '../features/payment-links/mails/remind-customers.ts'
import { dueReminders } from '../features/payment-links/mails/reminders.queries.ts'
import { pruneLinkTries } from '../features/payment-links/payer/card-testing.ts'
import { dueFacts } from '../features/processor-accounts/due-facts.queries.ts'
import { pollEvents, polledAccounts } from '../features/processor-accounts/poll-events.ts'
import { pruneProcessorEvents } from '../features/processor-accounts/prune-processor-events.ts'
import { readFacts } from '../features/refunds/facts/read-facts.ts'
import { openRefunds, settleRefunds } from '../features/refunds/settle-refunds.ts'
import {
  importingAccounts,
  importPayments,
} from '../features/transactions/import/import-payments.ts'
import { openPayments, settleDue } from '../features/transactions/settle/settle-due.ts'
import { DeliveryWorker } from '../features/webhooks/delivery-worker.ts'
import { pruneRateBuckets } from '../http/entrance/rate-limit.ts'
import { mayMailCustomer } from '../services/identity/throttle/mail-turns.ts'
import { pruneSignInAttempts } from '../services/identity/throttle/sign-in-throttle.ts'
import type { LiveBus } from '../services/live/live-bus.ts'
import { MailWorker } from '../services/mail/mail-worker.ts'
import { pruneMails } from '../services/mail/prune-mails.ts'
import { learnStatistics } from '../services/operating/learn-statistics.ts'
import { lookAtMove } from '../services/operating/watch-move.ts'
import {
  type RequestLog,
  RequestLogWriter,
  type WriteRequests,
} from '../services/request-log/request-log.ts'
import { pruneSignIns } from './prune-sign-ins.ts'
import { type RepeatedJob, repeat, stoppable } from './repeat.ts'
import { startWritingJobs } from './writing-jobs.ts'

const SETTLE_EVERY_MS = 500
/** How soon an account whose turn it is, is asked for its events. */
const POLL_PROCESSORS_EVERY_MS = 2000
/** Somebody who has just asked for it is watching. */
const IMPORT_PAYMENTS_EVERY_MS = 2000
const NOTE_USES_EVERY_MS = 60_000
const DELIVER_EVERY_MS = 250
const DELIVERED_WITHIN_MS = 3000
/** Mails of other processes, and those that are tried again; one of this process is told of at once. */
const MAIL_EVERY_MS = 1000
/** They are days old when they come. */
const REMIND_EVERY_MS = 60_000
const WRITE_LOG_EVERY_MS = 1000
const FINISH_ERASURES_EVERY_MS = 5000
const END_CHANGES_EVERY_MS = 5000
/** How soon a process sees that it may change nothing, or may again; a move waits for longer than this. */
const WATCH_MOVE_EVERY_MS = 500
const LEARN_STATISTICS_EVERY_MS = 5000
const END_STREAMS_EVERY_MS = 1000
const PRUNE_EVERY_MS = 3_600_000

/** How what a process remembers is written down. */
export type Writers = {
  requests: WriteRequests
  keyUses: (uses: readonly KeyUse[]) => Promise<void>
  /** Whether a thread of its own does the writing jobs. */
  isThread: boolean
}

export type JobDeps = WorldParts & {
  keyUses: KeyUses
  live: LiveBus
  requestLog: RequestLog
  writers: Writers
  moving: MoveState
}

/** Written over this thread's own connections. */
export function writersHere(db: Db): Writers {
  const requestLog = new RequestLogWriter()
  return {
    requests: (rows) => requestLog.write(db, rows),
    keyUses: (uses) => noteKeyUses(db, uses),
    isThread: false,
  }
}

/** Starts what a process of this role does besides answering. */
export function startJobs(deps: JobDeps): RepeatedJob[] {
  const world = worldOf(deps)
  const { moving } = deps
  const { role } = deps.config
  return [
    repeat('watch-move', {
      everyMs: WATCH_MOVE_EVERY_MS,
      log: deps.log,
      work: () => lookAtMove(world.db, moving),
    }),
    ...(role === 'worker' ? [] : ownJobs(deps, world)),
    ...(role === 'web' ? [] : [...sharedJobs(world, moving), ...sendMails(deps, world)]),
    ...(role === 'web' || deps.writers.isThread ? [] : startWritingJobs(world, moving)),
  ]
}

/** What a process remembers by itself and writes down now and then. */
function ownJobs(
  { keyUses, live, requestLog, writers, moving }: JobDeps,
  world: World,
): RepeatedJob[] {
  const { log, now } = world
  return [
    repeat('end-streams', {
      everyMs: END_STREAMS_EVERY_MS,
      log,
      work: () => live.endOver(now()),
    }),
    repeat('note-key-uses', {
      everyMs: NOTE_USES_EVERY_MS,
      log,
      moving,
      work: () => keyUses.flush(writers.keyUses),
    }),
    repeat('write-request-log', {
      everyMs: WRITE_LOG_EVERY_MS,
      log,
      moving,
      work: () => requestLog.flush(writers.requests),
    }),
  ]
}

/** What stands in the database to be done, by whichever process comes first. */
function sharedJobs(world: World, moving: MoveState): RepeatedJob[] {
  const rhythm = { log: world.log, moving }
  const recovered = recovery(world)
  return [
    deliverWebhooks(world, moving),
    stoppable('finish-erasures', {
      everyMs: FINISH_ERASURES_EVERY_MS,
      ...rhythm,
      work: (signal) => finishErasures(world, signal),
    }),
    stoppable('settle-pending', {
      everyMs: SETTLE_EVERY_MS,
      ...rhythm,
      work: async (signal) => {
        await recovered()
        return settleDue(world, signal)
      },
    }),
    stoppable('settle-refunds', {
      everyMs: SETTLE_EVERY_MS,
      ...rhythm,
      work: async (signal) => {
        await recovered()
        return settleRefunds(world, signal)
      },
    }),
    stoppable('read-facts', {
      everyMs: POLL_PROCESSORS_EVERY_MS,
      ...rhythm,
      work: async (signal) => {
        await recovered()
        return readFacts(world, signal)
      },
    }),
    stoppable('poll-processors', {
      everyMs: POLL_PROCESSORS_EVERY_MS,
      ...rhythm,
      work: async (signal) => {
        await recovered()
        return pollEvents(world, signal)
      },
    }),
    stoppable('import-payments', {
      everyMs: IMPORT_PAYMENTS_EVERY_MS,
      ...rhythm,
      work: async (signal) => {
        await recovered()
        return importPayments(world, signal)
      },
    }),
    stoppable('end-changes', {
      everyMs: END_CHANGES_EVERY_MS,
      ...rhythm,
      work: (signal) => endChanges(world, signal),
    }),
    ...remindByMail(world, moving, recovered),
    ...watchGrowth(world, moving),
    ...pruneHourly(world, moving),
  ]
}

/** What is past its time. */
function pruneHourly(world: World, moving: MoveState): RepeatedJob[] {
  const hourly = (name: string, work: (signal: AbortSignal) => Promise<unknown>) =>
    stoppable(name, { everyMs: PRUNE_EVERY_MS, log: world.log, moving, work })
  return [
    hourly('prune-sign-in-attempts', () => pruneSignInAttempts(world)),
    hourly('prune-sign-ins', () => pruneSignIns(world)),
    hourly('prune-rate-buckets', () => pruneRateBuckets(world)),
    hourly('prune-link-tries', (signal) => pruneLinkTries(world, signal)),
    hourly('prune-mails', (signal) => pruneMails(world, signal)),
    hourly('prune-processor-events', (signal) => pruneProcessorEvents(world, signal)),
  ]
}

/** SQLite plans by the shape of its indexes alone. */
function watchGrowth(world: World, moving: MoveState): RepeatedJob[] {
  if (world.dialect === 'sqlite') return []
  const work = (signal: AbortSignal) => learnStatistics(world, signal)
  const { log } = world
  return [stoppable('learn-statistics', { everyMs: LEARN_STATISTICS_EVERY_MS, log, moving, work })]
}

/** Without a mail server nothing is written down. */
function remindByMail(
  world: World,
  moving: MoveState,
  recovered: () => Promise<void>,
): RepeatedJob[] {
  if (!world.mailer) return []
  const work = async (signal: AbortSignal) => {
    await recovered()
    return remindCustomers(world, signal)
  }
  const { log } = world
  return [stoppable('remind-customers', { everyMs: REMIND_EVERY_MS, log, moving, work })]
}

/** What this process held when it died is free at once, where no other process can be holding it. */
function recovery({ db, dialect }: World): () => Promise<void> {
  const release = async () => {
    if (dialect !== 'sqlite') return
    await releaseRows(db, openPayments)
    await releaseRows(db, openRefunds)
    await releaseRows(db, dueFacts)
    await releaseRows(db, dueReminders)
    await releaseRows(db, polledAccounts)
    await releaseRows(db, importingAccounts)
  }
  let released: Promise<void> | undefined
  return () => {
    // One that failed is tried again with the next run.
    released ??= release().catch((error: unknown) => {
      released = undefined
      throw error
    })
    return released
  }
}

/** What is on its way when it is stopped is waited for, for a moment. */
function deliverWebhooks(world: World, moving: MoveState): RepeatedJob {
  const worker = new DeliveryWorker({ world, random: Math.random })
  const { log } = world
  const stopping = new AbortController()
  let hasRecovered = false
  const taking = repeat('deliver-webhooks', {
    everyMs: DELIVER_EVERY_MS,
    log,
    moving,
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

/** Like webhooks. Without a mail server nothing is written down, so there is nothing to send. */
function sendMails({ mailBell: bell, moving }: JobDeps, world: World): RepeatedJob[] {
  const { log, mailer } = world
  if (!mailer) return []
  const worker = new MailWorker({
    world,
    mailer,
    random: Math.random,
    mayLeave: mayMailCustomer(world),
  })
  const stopping = new AbortController()
  let hasRecovered = false
  const sending = repeat('send-mails', {
    everyMs: MAIL_EVERY_MS,
    log,
    moving,
    work: async () => {
      if (!hasRecovered) await worker.recover()
      hasRecovered = true
      await worker.sendDue(stopping.signal)
    },
  })
  bell?.answeredBy(sending.wake)
  return [
    {
      stop: async () => {
        stopping.abort()
        // A mail server that hangs must not hold us: what it has not taken is sent when we run again.
        await Promise.race([sending.stop().then(() => worker.idle()), wait(DELIVERED_WITHIN_MS)])
      },
    },
  ]
}
