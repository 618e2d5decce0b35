import { expect, test } from 'vitest'
import { RefusalDelay } from '#server/http/payer-pages/refusal-delay.ts'

test('a stopping server releases every delayed refusal', async () => {
  const refusalDelay = new RefusalDelay()
  const delayed = Array.from({ length: 3 }, () => refusalDelay.hold())

  refusalDelay[Symbol.dispose]()

  await expect(Promise.all(delayed)).resolves.toHaveLength(3)
  await expect(refusalDelay.hold()).resolves.toBeUndefined()
})

test('a refusal beyond the thousandth is not delayed', async () => {
  using refusalDelay = new RefusalDelay()
  let released = 0
  const delayed = Array.from({ length: 1000 }, () => refusalDelay.hold().then(() => released++))

  await refusalDelay.hold()

  expect(released).toBe(0)
  refusalDelay[Symbol.dispose]()
  await Promise.all(delayed)
})
