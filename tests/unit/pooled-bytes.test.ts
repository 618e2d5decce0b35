import { expect, test } from 'vitest'
import { pooledBytes } from '#server/core/work/pooled-bytes.ts'

test('bytes are never used twice, and stay the same when the pool is refilled', () => {
  const random = pooledBytes()
  const values = Array.from({ length: 2_000 }, () => random(16))
  const hexValues = values.map((bytes) => Buffer.from(bytes).toString('hex'))
  for (let n = 0; n < 2_000; n++) random(10)

  expect(new Set(hexValues).size).toBe(2_000)
  expect(values.map((bytes) => Buffer.from(bytes).toString('hex'))).toEqual(hexValues)
  expect(values.every(({ length }) => length === 16)).toBe(true)
})
