import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  KEY_BURST,
  KEY_RATE,
  memoryLimiter,
  pruneRateBuckets,
  sharedLimiter,
  type Taken,
} from '#server/http/rate-limit.ts'
import { dialect } from '../support/database.ts'
import { readOnly } from '../support/database-trouble.ts'
import { testApp } from '../support/test-app.ts'

async function granted(takes: number, take: () => Promise<Taken>): Promise<number> {
  let count = 0
  for (let i = 0; i < takes; i++) if ((await take()).waitS === 0) count++
  return count
}

test.runIf(dialect === 'postgres')('processes on one database share a bucket', async () => {
  await using app = await testApp()
  const first = sharedLimiter({ db: app.db, now: app.clock.now })
  const processes = [first, ...[2, 3].map(() => sharedLimiter({ db: app.db, now: app.clock.now }))]
  let turn = 0
  const take = () => (processes[turn++ % 3] ?? first).take('key_1')

  expect(await granted(600, take)).toBe(KEY_BURST)
  app.clock.advance(1000)
  expect(await granted(600, take)).toBe(KEY_RATE)
  // What was taken and not used in a second is gone: a process cannot save up.
  app.clock.advance(60_000)
  expect(await granted(600, take)).toBe(KEY_BURST)
})

test('a bucket refills by the time that passed, and never beyond its size', async () => {
  await using app = await testApp()
  const limiter = memoryLimiter(app.clock.now)
  const take = () => limiter.take('key_1')

  expect(await granted(1000, take)).toBe(KEY_BURST)
  expect(await take()).toEqual({ waitS: 1, left: 0, fullInS: 2 })
  app.clock.advance(10)
  expect(await granted(10, take)).toBe(1)
  app.clock.advance(500)
  expect(await granted(1000, take)).toBe(KEY_RATE / 2)
  app.clock.advance(3_600_000)
  expect(await granted(1000, take)).toBe(KEY_BURST)
  expect(await limiter.take('key_2')).toEqual({ waitS: 0, left: KEY_BURST - 1, fullInS: 1 })
})

test.runIf(dialect === 'postgres')(
  'while the database does not answer each process counts for itself',
  async () => {
    await using app = await testApp()
    const limiter = sharedLimiter({ db: app.db, now: app.clock.now })
    await readOnly(app, true)
    expect(await granted(1000, () => limiter.take('key_1'))).toBe(KEY_BURST)
    await readOnly(app, false)
    expect((await limiter.take('key_1')).waitS).toBe(0)
  },
)

test.runIf(dialect === 'postgres')('buckets that nobody takes from are forgotten', async () => {
  await using app = await testApp()
  const limiter = sharedLimiter({ db: app.db, now: app.clock.now })
  await limiter.take('old')
  app.clock.advance(3_600_001)
  await limiter.take('new')

  await pruneRateBuckets(app.world)

  const { rows } = await sql`select name from rate_buckets`.execute(app.db)
  expect(rows).toEqual([{ name: 'new' }])
})
