import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { DatabaseClock } from '#server/http/entrance/rate-limit.queries.ts'
import {
  KEY_BURST,
  KEY_RATE,
  keyLimit,
  type LimitState,
  memoryLimiter,
  pruneRateBuckets,
  sharedLimiter,
} from '#server/http/entrance/rate-limit.ts'
import { dialect } from '../support/database.ts'
import { setReadOnly } from '../support/database-trouble.ts'
import { type TestApp, testApp } from '../support/test-app.ts'

async function countGranted(takes: number, take: () => Promise<LimitState>): Promise<number> {
  let count = 0
  for (let i = 0; i < takes; i++) if ((await take()).waitS === 0) count++
  return count
}

/** Makes the database's clock follow the test's clock. */
const clockOf =
  (app: TestApp): DatabaseClock =>
  () =>
    sql`${app.clock.now()}::float8`

const newLimiter = (app: TestApp, now = app.clock.now) =>
  sharedLimiter({ db: app.db, now }, keyLimit, clockOf(app))

test.runIf(dialect === 'postgres')('processes on one database share a bucket', async () => {
  await using app = await testApp()
  const first = newLimiter(app)
  const processes = [first, newLimiter(app), newLimiter(app)]
  let callIndex = 0
  const take = () => (processes[callIndex++ % 3] ?? first).take('key_1')

  expect(await countGranted(600, take)).toBe(KEY_BURST)
  app.clock.advance(1000)
  expect(await countGranted(600, take)).toBe(KEY_RATE)
  // Leased tokens that are not used within a second expire: a process cannot save them up.
  app.clock.advance(60_000)
  expect(await countGranted(600, take)).toBe(KEY_BURST)
})

test('a bucket refills with the time that passed, and never beyond its size', async () => {
  await using app = await testApp()
  const limiter = memoryLimiter(app.clock.now)
  const take = () => limiter.take('key_1')

  expect(await countGranted(1000, take)).toBe(KEY_BURST)
  expect(await take()).toEqual({ waitS: 1, left: 0, fullInS: 2 })
  app.clock.advance(10)
  expect(await countGranted(10, take)).toBe(1)
  app.clock.advance(500)
  expect(await countGranted(1000, take)).toBe(KEY_RATE / 2)
  app.clock.advance(3_600_000)
  expect(await countGranted(1000, take)).toBe(KEY_BURST)
  expect(await limiter.take('key_2')).toEqual({ waitS: 0, left: KEY_BURST - 1, fullInS: 1 })
})

test.runIf(dialect === 'postgres')(
  'each process counts for itself while the database does not respond',
  async () => {
    await using app = await testApp()
    const limiter = newLimiter(app)
    await setReadOnly(app, true)
    // Each request beyond this process's tokens opens a new connection, because the last one takes no writes.
    expect(await countGranted(KEY_BURST + 50, () => limiter.take('key_1'))).toBe(KEY_BURST)
    await setReadOnly(app, false)
    expect((await limiter.take('key_1')).waitS).toBe(0)
  },
)

test.runIf(dialect === 'postgres')('unused buckets are deleted', async () => {
  await using app = await testApp()
  const limiter = newLimiter(app)
  await limiter.take('old')
  app.clock.advance(3_600_001)
  await limiter.take('new')

  await pruneRateBuckets(app.world, clockOf(app))

  const { rows } = await sql`select name from rate_buckets`.execute(app.db)
  expect(rows).toEqual([{ name: 'new' }])
})

test('a bucket refills as time passes after a clock was set back', async () => {
  await using app = await testApp()
  const limiter = memoryLimiter(app.clock.now)
  const take = () => limiter.take('key_1')
  expect(await countGranted(1000, take)).toBe(KEY_BURST)

  app.clock.advance(-3_600_000)
  expect(await countGranted(10, take)).toBe(0)
  app.clock.advance(1000)
  expect(await countGranted(1000, take)).toBe(KEY_RATE)
})

test.runIf(dialect === 'postgres')(
  'a key is never starved by a process whose clock ran ahead or was set back',
  async () => {
    await using app = await testApp()
    const HOUR_MS = 3_600_000
    const fastClockLimiter = sharedLimiter({ db: app.db, now: () => app.clock.now() + HOUR_MS })
    const right = sharedLimiter({ db: app.db, now: app.clock.now })
    const slowClockLimiter = sharedLimiter({ db: app.db, now: () => app.clock.now() - HOUR_MS })
    // The database's own clock runs on, so a little more than a burst is granted.
    const first = await countGranted(KEY_BURST * 2, () => fastClockLimiter.take('key_1'))
    expect(first).toBeGreaterThanOrEqual(KEY_BURST)
    await countGranted(KEY_BURST, () => slowClockLimiter.take('key_1'))

    const isRefilled = async () => (await countGranted(1, () => right.take('key_1'))) === 1
    await expect.poll(isRefilled, { timeout: 60_000 }).toBe(true)
  },
)

test.runIf(dialect === 'postgres')(
  'a bucket filled by a clock from the future is refilled by the right one, and deleted in time',
  async () => {
    await using app = await testApp()
    await sql`insert into rate_buckets (name, tokens, granted, at_ms)
      values ('key_1', 0, 0, ${app.clock.now() + 7_200_000}::float8)`.execute(app.db)
    const limiter = newLimiter(app)

    expect((await limiter.take('key_1')).waitS).toBe(1)
    app.clock.advance(1000)
    expect(await countGranted(1000, () => limiter.take('key_1'))).toBe(KEY_RATE)
    await sql`update rate_buckets set at_ms = ${app.clock.now() + 7_200_000}::float8`.execute(
      app.db,
    )
    await pruneRateBuckets(app.world, clockOf(app))
    const { rows } = await sql`select name from rate_buckets`.execute(app.db)
    expect(rows).toEqual([])
  },
)
