import { expect, test } from 'vitest'
import { ResponseCache } from '#server/core/work/response-cache.ts'

test('a response is cached for a time for each key', async () => {
  const cache = new ResponseCache<number>(5000)
  let callCount = 0
  const readKey = (key: string, nowMs: number) =>
    cache.get(key, nowMs, () => Promise.resolve(++callCount))

  expect([await readKey('a', 0), await readKey('a', 4999), await readKey('b', 4999)]).toEqual([
    1, 1, 2,
  ])
  expect([await readKey('a', 5000), await readKey('b', 9998)]).toEqual([3, 2])
  // The clock was set back.
  expect(await readKey('a', 1000)).toBe(4)
})

test('a failed request is repeated at once', async () => {
  const cache = new ResponseCache<string>(5000)
  const failed = cache.get('a', 0, () => Promise.reject(new Error('nobody answers')))
  await expect(failed).rejects.toThrow('nobody answers')

  expect(await cache.get('a', 1, () => Promise.resolve('here'))).toBe('here')
})
