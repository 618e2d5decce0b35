import { expect, test } from 'vitest'
import { KEY_BURST, KEY_RATE, memoryLimiter, sharedLimiter } from '#server/http/rate-limit.ts'
import { dialect } from '../support/database.ts'
import { testApp } from '../support/test-app.ts'

async function granted(takes: number, take: () => Promise<number>): Promise<number> {
  let count = 0
  for (let i = 0; i < takes; i++) if ((await take()) === 0) count++
  return count
}

test.runIf(dialect === 'postgres')('processes on one database share a bucket', async () => {
  await using app = await testApp()
  const processes = [1, 2, 3].map(() => sharedLimiter({ db: app.db, now: app.clock.now }))
  let turn = 0
  const take = () => (processes[turn++ % 3] ?? processes[0])?.take('key_1') ?? Promise.resolve(1)

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
  expect(await take()).toBe(1)
  app.clock.advance(10)
  expect(await granted(10, take)).toBe(1)
  app.clock.advance(500)
  expect(await granted(1000, take)).toBe(KEY_RATE / 2)
  app.clock.advance(3_600_000)
  expect(await granted(1000, take)).toBe(KEY_BURST)
  expect(await limiter.take('key_2')).toBe(0)
})
