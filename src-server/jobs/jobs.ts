import type { Db } from '#db/tables.ts'
import type { World } from '../core/context.ts'
import type { MoveState } from '../core/ports/move-state.ts'
import { releaseRows } from '../core/queues/leased-rows.queries.ts'
import { type WorldParts, worldOf } from '../core/world.ts'
import { type KeyUse, type KeyUses, storeKeyUses } from '../features/api-keys/key-uses.ts'
import { finishErasures } from '../features/customers/erase-customer.ts'
import { pruneEvidence } from '../features/disputes/evidence/prune-evidence.ts'
import { openResponses } from '../features/disputes/responses/send-responses.ts'
import { removeListeners } from '../features/listeners/remove-listeners.ts'
import { endChanges } from '../features/merchants/end-changes.ts'
import { dueNotices, mailNotices } from '../features/notices/mail-notices.ts'
import { remindCustomers } from '../features/payment-links/mails/remind-customers.ts'
import { dueReminders } from '../features/payment-links/mails/reminders.queries.ts'
import { pruneLinkTries } from '../features/payment-links/payer/card-testing.ts'
import { dueReads } from '../features/processor-accounts/due-reads.queries.ts'
import { pollEvents, polledAccounts } from '../features/processor-accounts/poll-events.ts'
import { pruneProcessorEvents } from '../features/processor-accounts/prune-processor-events.ts'
import { dueChecks } from '../features/refunds/from-processor/check-disputes.ts'
import { openLateRefunds, settleLateRefunds } from '../features/refunds/late/refund-late-capture.ts'
import { openRefunds, settleRefunds } from '../features/refunds/settle-refunds.ts'
import {
  importingAccounts,
  importPayments,
} from '../features/transactions/import/import-payments.ts'
import { openPayments, settleDue } from '../features/transactions/settle/settle-due.ts'
import { pruneRateBuckets } from '../http/entrance/rate-limit.ts'
import { pruneSignInAttempts } from '../services/identity/throttle/sign-in-throttle.ts'
import type { LiveBus } from '../services/live/live-bus.ts'
import { pruneMails } from '../services/mail/prune-mails.ts'
import { pruneNotices } from '../services/notices/prune-notices.ts'
import { updateStatistics } from '../services/operating/update-statistics.ts'
import { refreshMoveState } from '../services/operating/watch-move.ts'
import {
  type RequestLog,
  RequestLogWriter,
  type WriteRequests,
} from '../services/request-log/request-log.ts'
import { readDisputes } from './dispute-jobs.ts'
import { repeatMonthNotices } from './notice-jobs.ts'
import { pruneSignIns } from './prune-sign-ins.ts'
import { readBalances } from './read-balances.ts'
import { type RepeatedJob, repeat, repeatStoppable } from './repeat.ts'
import { deliverWebhooks, sendMails } from './sending-jobs.ts'
import { startWritingJobs } from './writing-jobs.ts'

const SETTLE_EVERY_MS = 500
/** Interval at which accounts that are due are polled for events. */
const POLL_PROCESSORS_EVERY_MS = 2000
/** Short, because the person who requested the import is watching. */
const IMPORT_PAYMENTS_EVERY_MS = 2000
const STORE_USES_EVERY_MS = 60_000
/** Interval at which due notices are shown and mailed. */
const MAIL_NOTICES_EVERY_MS = 2000
/** A minute is short enough, because reminders become due after days. */
const REMIND_EVERY_MS = 60_000
const WRITE_LOG_EVERY_MS = 1000
const FINISH_ERASURES_EVERY_MS = 5000
const END_CHANGES_EVERY_MS = 5000
/** Interval at which a process reads whether a move of the data makes its database read-only; the move waits longer. */
const WATCH_MOVE_EVERY_MS = 500
const LEARN_STATISTICS_EVERY_MS = 5000
const END_STREAMS_EVERY_MS = 1000
const REMOVE_LISTENERS_EVERY_MS = 30_000
const PRUNE_EVERY_MS = 3_600_000

/** Functions that store data that a process collects in memory: its request log and the last uses of API keys. */
export type Writers = {
  requests: WriteRequests
  keyUses: (uses: readonly KeyUse[]) => Promise<void>
  /** True when a separate thread runs the writing jobs. */
  isThread: boolean
}

export type JobDeps = WorldParts & {
  keyUses: KeyUses
  live: LiveBus
  requestLog: RequestLog
  writers: Writers
  moving: MoveState
}

/** Returns writers that use this thread's own connections. */
export function createLocalWriters(db: Db): Writers {
  const requestLog = new RequestLogWriter()
  return {
    requests: (rows) => requestLog.write(db, rows),
    keyUses: (uses) => storeKeyUses(db, uses),
    isThread: false,
  }
}

/** Starts the background jobs of this process's role (`web`, `worker` or `all`) and returns them, to be stopped. */
export function startJobs(deps: JobDeps): RepeatedJob[] {
  const world = worldOf(deps)
  const { moving } = deps
  const { role } = deps.config
  return [
    repeat('watch-move', {
      everyMs: WATCH_MOVE_EVERY_MS,
      log: deps.log,
      work: () => refreshMoveState(world.db, moving),
    }),
    ...(role === 'worker' ? [] : startProcessJobs(deps, world)),
    ...(role === 'web' ? [] : [...startSharedJobs(world, moving), ...sendMails(deps, world)]),
    ...(role === 'web' ? [] : [readBalances(world, moving)]),
    ...(role === 'web' || deps.writers.isThread ? [] : startWritingJobs(world, moving)),
  ]
}

/** Returns the jobs of this process only: they end its streams and store data that it has only in memory. */
function startProcessJobs(
  { keyUses, live, requestLog, writers, moving }: JobDeps,
  world: World,
): RepeatedJob[] {
  const { log, now } = world
  return [
    repeat('end-streams', {
      everyMs: END_STREAMS_EVERY_MS,
      log,
      work: () => live.endOverdue(now()),
    }),
    repeat('note-key-uses', {
      everyMs: STORE_USES_EVERY_MS,
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

/** Returns the jobs on due rows in the database, which any process may lease. */
function startSharedJobs(world: World, moving: MoveState): RepeatedJob[] {
  const jobOptions = { log: world.log, moving }
  const recoverOnce = createRecovery(world)
  return [
    deliverWebhooks(world, moving),
    repeatStoppable('finish-erasures', {
      everyMs: FINISH_ERASURES_EVERY_MS,
      ...jobOptions,
      work: (signal) => finishErasures(world, signal),
    }),
    repeatStoppable('settle-pending', {
      everyMs: SETTLE_EVERY_MS,
      ...jobOptions,
      work: async (signal) => {
        await recoverOnce()
        return settleDue(world, signal)
      },
    }),
    repeatStoppable('settle-refunds', {
      everyMs: SETTLE_EVERY_MS,
      ...jobOptions,
      work: async (signal) => {
        await recoverOnce()
        const refunds = await settleRefunds(world, signal)
        return refunds + (await settleLateRefunds(world, signal))
      },
    }),
    ...readDisputes(world, moving, recoverOnce),
    repeatStoppable('poll-processors', {
      everyMs: POLL_PROCESSORS_EVERY_MS,
      ...jobOptions,
      work: async (signal) => {
        await recoverOnce()
        return pollEvents(world, signal)
      },
    }),
    repeatStoppable('import-payments', {
      everyMs: IMPORT_PAYMENTS_EVERY_MS,
      ...jobOptions,
      work: async (signal) => {
        await recoverOnce()
        return importPayments(world, signal)
      },
    }),
    repeatStoppable('end-changes', {
      everyMs: END_CHANGES_EVERY_MS,
      ...jobOptions,
      work: (signal) => endChanges(world, signal),
    }),
    repeatMonthNotices(world, moving),
    ...queueDueMails(world, moving, recoverOnce),
    ...watchGrowth(world, moving),
    ...pruneExpired(world, moving),
  ]
}

/** Returns the job that deletes webhook listeners whose program has gone. */
const endListeners = (world: World, moving: MoveState): RepeatedJob =>
  repeat('remove-listeners', {
    everyMs: REMOVE_LISTENERS_EVERY_MS,
    log: world.log,
    moving,
    work: () => removeListeners(world),
  })

/** Returns the jobs that delete expired rows, most of them hourly. */
function pruneExpired(world: World, moving: MoveState): RepeatedJob[] {
  const hourly = (name: string, work: (signal: AbortSignal) => Promise<unknown>) =>
    repeatStoppable(name, { everyMs: PRUNE_EVERY_MS, log: world.log, moving, work })
  return [
    endListeners(world, moving),
    hourly('prune-sign-in-attempts', () => pruneSignInAttempts(world)),
    hourly('prune-sign-ins', () => pruneSignIns(world)),
    hourly('prune-rate-buckets', () => pruneRateBuckets(world)),
    hourly('prune-link-tries', (signal) => pruneLinkTries(world, signal)),
    hourly('prune-mails', (signal) => pruneMails(world, signal)),
    hourly('prune-notices', (signal) => pruneNotices(world, signal)),
    hourly('prune-evidence', () => pruneEvidence(world)),
    hourly('prune-processor-events', (signal) => pruneProcessorEvents(world, signal)),
  ]
}

/** Returns the job that updates PostgreSQL's planner statistics. SQLite plans by the shape of its indexes only. */
function watchGrowth(world: World, moving: MoveState): RepeatedJob[] {
  if (world.dialect === 'sqlite') return []
  const work = (signal: AbortSignal) => updateStatistics(world, signal)
  const { log } = world
  return [
    repeatStoppable('learn-statistics', { everyMs: LEARN_STATISTICS_EVERY_MS, log, moving, work }),
  ]
}

/** Returns the jobs that queue mails when they are due; without a mail server, notices are only shown. */
function queueDueMails(
  world: World,
  moving: MoveState,
  recoverOnce: () => Promise<void>,
): RepeatedJob[] {
  const job = (
    name: string,
    everyMs: number,
    work: (world: World, signal: AbortSignal) => Promise<unknown>,
  ) =>
    repeatStoppable(name, {
      everyMs,
      log: world.log,
      moving,
      work: async (signal) => {
        await recoverOnce()
        return work(world, signal)
      },
    })
  return [
    job('mail-notices', MAIL_NOTICES_EVERY_MS, mailNotices),
    ...(world.mailer ? [job('remind-customers', REMIND_EVERY_MS, remindCustomers)] : []),
  ]
}

/**
 * Returns a function that ends this process's old leases once, after a crash. Only on SQLite, where no other process
 * can have them.
 */
function createRecovery({ db, dialect }: World): () => Promise<void> {
  const release = async () => {
    if (dialect !== 'sqlite') return
    await releaseRows(db, openPayments)
    await releaseRows(db, openRefunds)
    await releaseRows(db, openLateRefunds)
    await releaseRows(db, dueReads)
    await releaseRows(db, dueChecks)
    await releaseRows(db, openResponses)
    await releaseRows(db, dueReminders)
    await releaseRows(db, dueNotices)
    await releaseRows(db, polledAccounts)
    await releaseRows(db, importingAccounts)
  }
  let released: Promise<void> | undefined
  return () => {
    // A failed release is retried with the next run.
    released ??= release().catch((error: unknown) => {
      released = undefined
      throw error
    })
    return released
  }
}
