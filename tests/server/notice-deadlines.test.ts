import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mailNotices } from '#server/features/notices/mail-notices.ts'
import { toIso } from '#server/shared/day.ts'
import { keyCaller } from '../support/key.ts'
import {
  createNoticeShop,
  DAY_MS,
  HOUR_MS,
  recordDispute,
  takePayment,
} from '../support/notice-shop.ts'
import { runs } from '../support/runs.ts'
import type { TestApp } from '../support/test-app.ts'

const MINUTE_MS = 60_000

/** Both clock changes of a year in each zone. */
const clockChanges = {
  'Europe/Rome': ['2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z'],
  'America/New_York': ['2026-03-08T07:00:00Z', '2026-11-01T06:00:00Z'],
} as const
type Zone = keyof typeof clockChanges
const zones = Object.keys(clockChanges) as Zone[]

const minutes = (fromMs: number, toMs: number) =>
  fc.integer({ min: fromMs / MINUTE_MS, max: toMs / MINUTE_MS }).map((minute) => minute * MINUTE_MS)

/** States of a dispute that awaits an answer, and one in which a bank still examines an answered question. */
const statuses = ['needs_response', 'warning_needs_response', 'warning_under_review'] as const

/** A dispute whose deadline becomes known, and moves, while the job that queues mails runs late. */
const disputed = fc.record({
  zone: fc.constantFrom(...zones),
  change: fc.constantFrom(0, 1),
  /** From the clock change to the first deadline. */
  dueAfterMs: minutes(-DAY_MS, 6 * DAY_MS),
  /** From the time at which the dispute becomes known to its deadline. */
  leftMs: fc.oneof(minutes(HOUR_MS, 2 * DAY_MS), minutes(HOUR_MS, 21 * DAY_MS)),
  first: fc.record({ status: fc.constantFrom(...statuses), isDated: fc.boolean() }),
  moves: fc.array(
    fc.record({
      /** Share of the time until the deadline that has passed. */
      share: fc.double({ min: 0, max: 0.95, noNaN: true }),
      /** From the move to the new deadline; null for the first one again. */
      leftMs: fc.option(minutes(HOUR_MS, 12 * DAY_MS)),
    }),
    { maxLength: 3 },
  ),
  /** Delays of the job: servers may be stopped for a night. */
  lateMs: fc.array(fc.oneof(minutes(0, HOUR_MS), minutes(0, 23 * HOUR_MS)), {
    minLength: 8,
    maxLength: 8,
  }),
})
type DisputeCase = typeof disputed extends fc.Arbitrary<infer T> ? T : never

/** Returns the time of the next step of a dispute's notices; undefined when none is left. */
async function nextStepMs(app: TestApp, disputeId: string): Promise<number | undefined> {
  const { dueAt } = await app.db
    .selectFrom('notices')
    .select(({ fn }) => fn.min('dueAt').as('dueAt'))
    .where('objectId', '=', disputeId)
    .executeTakeFirstOrThrow()
  return dueAt === null ? undefined : Date.parse(dueAt)
}

/** Returns the times at which mails about a dispute's deadline were queued. */
async function queuedAt(app: TestApp, disputeId: string, dueAt: string): Promise<string[]> {
  const notices = await app.db
    .selectFrom('notices')
    .select(['id', 'facts'])
    .where('objectId', '=', disputeId)
    .execute()
  const about = notices.filter(({ facts }) => JSON.parse(facts).dueAt === dueAt)
  const mails = await app.db.selectFrom('mails').select(['objectId', 'createdAt']).execute()
  return mails
    .filter(({ objectId }) => about.some(({ id }) => objectId?.startsWith(`${id} `)))
    .map(({ createdAt }) => createdAt)
}

type Payment = Awaited<ReturnType<typeof takePayment>>

/** Lets a dispute pass by the clock, until its last deadline. Returns this deadline, and when it was mailed. */
async function liveThrough(
  app: TestApp,
  row: Payment,
  { zone, change, dueAfterMs, leftMs, first, moves, lateMs }: DisputeCase,
) {
  const firstDueMs = Date.parse(clockChanges[zone][change as 0 | 1]) + dueAfterMs
  let dueMs = firstDueMs
  const late = [...lateMs]
  const record = (status: (typeof statuses)[number], isDated = true) =>
    recordDispute(app, row, { status, dueAt: isDated ? toIso(dueMs) : null })
  app.clock.set(toIso(firstDueMs - leftMs))
  await record(first.status, first.isDated)
  const { id } = await app.db
    .selectFrom('disputes')
    .select('id')
    .where('transactionId', '=', row.id)
    .executeTakeFirstOrThrow()
  /** Runs the job after each step that is due before a time. It is late, but not past the deadline. */
  const runJobUntil = async (untilMs: number) => {
    for (;;) {
      const next = await nextStepMs(app, id)
      if (next === undefined || next >= untilMs) break
      const lateAtMs = Math.min(next + (late.shift() ?? 0), dueMs - MINUTE_MS)
      const atMs = Math.max(app.clock.now(), lateAtMs)
      if (atMs >= untilMs) break
      app.clock.set(toIso(atMs))
      await mailNotices(app.world)
    }
    app.clock.set(toIso(untilMs))
  }

  for (const move of moves) {
    const nowMs = app.clock.now()
    const movedMs = nowMs + Math.floor(((dueMs - nowMs) * move.share) / MINUTE_MS) * MINUTE_MS
    await runJobUntil(movedMs)
    const isFirstAgain = move.leftMs === null && firstDueMs - movedMs >= HOUR_MS
    dueMs = isFirstAgain ? firstDueMs : movedMs + (move.leftMs ?? HOUR_MS)
    await record('needs_response')
  }
  if (moves.length === 0) await record('needs_response')
  await runJobUntil(dueMs)
  return { dueAt: toIso(dueMs), queued: await queuedAt(app, id, toIso(dueMs)) }
}

test('two mails and no more than four are queued before every deadline, though the job is late', async () => {
  await using shop = await createNoticeShop('Europe/Rome')
  const { app } = shop
  // Keys, unlike sessions, do not expire while the clock moves.
  const keys = {
    'Europe/Rome': await keyCaller(app, shop.owner),
    'America/New_York': await keyCaller(app, await app.person({ timezone: 'America/New_York' })),
  }

  await fc.assert(
    fc.asyncProperty(disputed, async (one) => {
      const row = await takePayment(app, keys[one.zone])
      const { dueAt, queued } = await liveThrough(app, row, one)

      const before = queued.filter((at) => at < dueAt)
      expect(before.length, JSON.stringify({ dueAt, queued })).toBeGreaterThanOrEqual(2)
      expect(queued.length).toBeLessThanOrEqual(4)
    }),
    { numRuns: runs(100, 20) },
  )
})
