import { expect, test } from 'vitest'
import { LiveBus } from '#server/services/live/live-bus.ts'

/** Opens a stream of a session. The result states whether the stream has ended. */
function open(bus: LiveBus, merchantId: string, sessionId: string) {
  const session = { userId: 'user', sessionId, end: () => Promise.resolve(Number.MAX_SAFE_INTEGER) }
  const changes = bus.subscribe(merchantId, undefined, { session: session })
  const stream = { hasEnded: false }
  const watchEnd = async () => {
    stream.hasEnded = (await changes.next()).done === true
  }
  void watchEnd()
  return stream
}

const nextTick = () => new Promise((resolve) => setImmediate(resolve))

test('the latest ten streams of a session stay open', async () => {
  const bus = new LiveBus()
  const streams = Array.from({ length: 13 }, () => open(bus, 'mer_1', 'one'))
  const other = open(bus, 'mer_1', 'two')
  await nextTick()

  expect(streams.map(({ hasEnded }) => hasEnded)).toEqual([
    ...Array.from({ length: 3 }, () => true),
    ...Array.from({ length: 10 }, () => false),
  ])
  expect(other.hasEnded).toBe(false)
  expect(bus.size).toBe(11)
  bus.close()
})

test('fifty streams of a merchant stay open for all its members, and no other merchant’s stream ends', async () => {
  const bus = new LiveBus()
  const other = open(bus, 'mer_2', 'far')
  const streams = Array.from({ length: 60 }, (_, at) => open(bus, 'mer_1', `session ${at}`))
  await nextTick()

  expect(streams.filter(({ hasEnded }) => hasEnded)).toHaveLength(10)
  expect(streams.slice(0, 10).every(({ hasEnded }) => hasEnded)).toBe(true)
  expect(other.hasEnded).toBe(false)
  expect(bus.size).toBe(51)
  bus.close()
})
