import { Gauge, type Registry } from 'prom-client'
import { freeDiskBytes, type OpenDatabase } from '#db/database.ts'
import type { Config } from '#server/config/config.ts'
import { listRuns } from '#server/services/operating/operator-runs.queries.ts'
import { toIso } from '#server/shared/day.ts'
import {
  countContradictions,
  countDueMails,
  countDuePayments,
  countDueWebhooks,
  countLateCaptures,
  countMails,
  countWaitingWebhooks,
  type DueCount,
  measureDatabase,
} from './operating.queries.ts'

export type OperatingSource = {
  database: OpenDatabase
  config: Config
  now: () => number
  live: { receivesOthers: boolean | undefined }
}

/**
 * Time limit of the database's response, below Prometheus's limit for a scrape, so that a slow database still gives a
 * result.
 */
const RESPONSE_TIMEOUT_MS = 2000
const LATE_CAPTURES_FOR_MS = 35 * 86_400_000

/**
 * Returns a function that updates the metrics for operators' alerts. Every process reports the same shared values, so
 * alert rules take the maximum. While the database is unavailable only its unavailability is reported.
 */
export function operatingMetrics(registry: Registry, source: OperatingSource): () => Promise<void> {
  const { database, config, now } = source
  const gauges = gaugesIn(registry)

  const read = async () => {
    const { db } = database
    const at = toIso(now())
    const [payments, webhooks, waiting, mails, mailsDueNow, bytes, runs, free, unfit, late] =
      await Promise.all([
        countDuePayments(db, at),
        countDueWebhooks(db, at),
        countWaitingWebhooks(db),
        countMails(db),
        countDueMails(db, at),
        measureDatabase(database, config.databaseUrl),
        listRuns(db),
        freeDiskBytes(config.databaseUrl),
        countContradictions(db),
        countLateCaptures(db, toIso(now() - LATE_CAPTURES_FOR_MS)),
      ])
    gauges.paymentsOverdue.set(payments.count)
    gauges.paymentsOldest.set(ageS(payments, now()))
    gauges.webhooksDue.set(webhooks.count)
    gauges.webhooksOldest.set(ageS(webhooks, now()))
    gauges.webhooksWaiting.set(waiting)
    gauges.mailsWaiting.set(mails.waiting)
    gauges.mailsFailed.set(mails.failed)
    gauges.mailsOldest.set(ageS(mailsDueNow, now()))
    gauges.factsUnfit.set(unfit)
    gauges.lateCaptures.set(late)
    gauges.bytes.set({ part: 'data' }, bytes.data)
    gauges.bytes.set({ part: 'log' }, bytes.log)
    if (free !== null) gauges.free.set(free)
    for (const { verb, at: ranAt, findings } of runs) {
      gauges.ranAt.set({ verb }, Date.parse(ranAt) / 1000)
      gauges.findings.set({ verb }, findings)
    }
  }

  return async () => {
    gauges.waiting.set(database.waiting())
    // A single process, as on SQLite, receives all changes; only `false` means that it misses some.
    gauges.live.set(source.live.receivesOthers === false ? 0 : 1)
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('timeout')), RESPONSE_TIMEOUT_MS)
    })
    try {
      await Promise.race([read(), timeout])
      gauges.up.set(1)
    } catch {
      for (const forget of gauges.forgets) forget()
      gauges.up.set(0)
    } finally {
      clearTimeout(timer)
    }
  }
}

const ageS = ({ oldest }: DueCount, nowMs: number): number =>
  oldest === null ? 0 : Math.max(0, (nowMs - Date.parse(oldest)) / 1000)

function gaugesIn(registry: Registry) {
  const forgets: (() => void)[] = []
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `incasso_${name}`, help, labelNames, registers: [registry] })
  const databaseGauge: typeof gauge = (name, help, labelNames) => {
    const instance = gauge(name, help, labelNames)
    // Without a response the value is removed: a zero would look like a measurement.
    forgets.push(() => (labelNames?.length ? instance.reset() : instance.remove()))
    return instance
  }
  const count = (name: string, help: string) => databaseGauge(name, `${help}, counted up to 10,000`)
  return {
    forgets,
    up: gauge('database_up', '1 when the database responded to this scrape'),
    live: gauge('live_updates_heard', '0 when changes of other processes are not heard of here'),
    waiting: gauge('writes_waiting', 'Transactions of this process that wait to begin'),
    paymentsOverdue: count(
      'payments_overdue',
      'Pending payments whose outcome should have been asked for',
    ),
    paymentsOldest: databaseGauge(
      'payments_overdue_oldest_seconds',
      'How long ago the longest overdue payment should have been asked for',
    ),
    webhooksWaiting: count('webhooks_waiting', 'Webhook events that are not delivered yet'),
    webhooksDue: count('webhooks_due', 'Webhook events that should have been sent by now'),
    webhooksOldest: databaseGauge(
      'webhooks_due_oldest_seconds',
      'How long ago the longest due webhook event should have been sent',
    ),
    mailsWaiting: count('mails_waiting', 'Mails that are not sent yet'),
    mailsFailed: count('mails_failed', 'Mails of the last 30 days that were given up'),
    mailsOldest: databaseGauge(
      'mails_due_oldest_seconds',
      'How long ago the longest due mail should have been sent',
    ),
    factsUnfit: count(
      'facts_unfit',
      'Events of the last 35 days by which refunds exceed their payment',
    ),
    lateCaptures: count(
      'late_captures',
      'Payments whose money was taken after they had failed, noted in the last 35 days',
    ),
    bytes: databaseGauge(
      'database_bytes',
      'Size of the database; log: what SQLite has in its WAL',
      ['part'],
    ),
    free: databaseGauge('database_disk_free_bytes', 'What is left on the disk of an SQLite file'),
    ranAt: databaseGauge('last_run_timestamp_seconds', 'When an operator’s verb ran last', [
      'verb',
    ]),
    findings: databaseGauge('last_run_findings', 'Invariants that it found broken', ['verb']),
  }
}
