import { expect, test } from 'vitest'
import { RefusalPace } from '#server/http/payer-pages/refusal-pace.ts'

test('a server that is about to stop lets go of every refusal that it holds', async () => {
  const pace = new RefusalPace()
  const held = Array.from({ length: 3 }, () => pace.hold())

  pace[Symbol.dispose]()

  await expect(Promise.all(held)).resolves.toHaveLength(3)
  await expect(pace.hold()).resolves.toBeUndefined()
})

test('a refusal beyond the thousandth is not held', async () => {
  using pace = new RefusalPace()
  let released = 0
  const held = Array.from({ length: 1000 }, () => pace.hold().then(() => released++))

  await pace.hold()

  expect(released).toBe(0)
  pace[Symbol.dispose]()
  await Promise.all(held)
})
