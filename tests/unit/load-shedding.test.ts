import { expect, test } from 'vitest'
import { isTooDeep, MAX_DEPTH } from '#server/http/entrance/json-body.ts'
import { type Kind, LoadGauge } from '#server/http/entrance/load/load-gauge.ts'

const begin = (gauge: LoadGauge, kind: Kind, count: number) => {
  let taken = 0
  for (let i = 0; i < count; i++) {
    if (!gauge.admits(kind)) continue
    gauge.begin(kind)
    taken++
  }
  return taken
}
const end = (gauge: LoadGauge, kind: Kind, count: number, tookMs = 50) => {
  for (let i = 0; i < count; i++) gauge.end(kind, tookMs)
}

test('an ordinary burst is taken on whole, a flood only in part', () => {
  expect(begin(new LoadGauge(), 'write', 128)).toBe(128)
  expect(begin(new LoadGauge(), 'write', 1000)).toBe(136)
  expect(begin(new LoadGauge(), 'read', 1000)).toBe(288)
})

test('reads do not crowd out payments, nor payments reads', () => {
  const gauge = new LoadGauge()
  begin(gauge, 'read', 1000)

  expect(begin(gauge, 'write', 128)).toBe(128)
  expect(gauge.admits('read')).toBe(false)
})

test('guesses at passwords do not crowd out payments, however late they are answered', () => {
  const gauge = new LoadGauge()
  expect(begin(gauge, 'sign-in', 1000)).toBe(72)
  end(gauge, 'sign-in', 64, 3000)

  expect(begin(gauge, 'write', 128)).toBe(128)
})

test('once one is refused, all are until an eighth of the room is free again', () => {
  const gauge = new LoadGauge()
  begin(gauge, 'write', 257)

  end(gauge, 'write', 15, 200)
  expect(gauge.admits('write')).toBe(false)
  end(gauge, 'write', 5, 200)
  expect(gauge.admits('write')).toBe(true)
})

/** Sends one burst of 1,000 writes after the other. Returns how many the gauge admitted in the last one. */
const crowds = (gauge: LoadGauge, count: number, tookMs: (taken: number) => number) => {
  let taken = 0
  for (let i = 0; i < count; i++) {
    taken = begin(gauge, 'write', 1000)
    gauge.refused.write += 1000 - taken
    end(gauge, 'write', taken, tookMs(taken))
  }
  return taken
}

test.each([
  [0.5, 192],
  [4, 62],
  [8, 31],
  [100, 16],
])(
  'where a payment takes %d ms, no more are taken on than are done in time: %d',
  (costMs, most) => {
    const taken = crowds(new LoadGauge(), 100, (count) => count * costMs)

    expect(taken).toBeLessThanOrEqual(most)
    expect(taken).toBeGreaterThanOrEqual(most * 0.5)
  },
)

test('a busy event loop counts like slow answers', () => {
  const gauge = new LoadGauge()
  gauge.observe(400)

  expect(crowds(gauge, 20, () => 10)).toBe(16)
})

test('a second without refusals, and an ordinary burst is taken on again', () => {
  const gauge = new LoadGauge()
  crowds(gauge, 50, () => 5000)

  for (let i = 0; i < 5; i++) gauge.observe(0)

  expect(begin(gauge, 'write', 128)).toBe(128)
})

test('while some are refused, quiet moments of the loop make no room', () => {
  const gauge = new LoadGauge()
  for (let i = 0; i < 50; i++) {
    crowds(gauge, 1, () => 5000)
    gauge.observe(0)
  }

  expect(crowds(gauge, 1, () => 5000)).toBe(16)
})

test('who is let in and waits for a turn counts too', () => {
  const gauge = new LoadGauge()
  gauge.held.write = 136

  expect(gauge.admits('write')).toBe(false)
  expect(gauge.admits('read')).toBe(true)
})

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

test.each([
  [nested(MAX_DEPTH), false],
  [nested(MAX_DEPTH + 1), true],
  [nested(10_000), true],
  ['{"a":'.repeat(40), true],
  [JSON.stringify({ text: nested(100) }), false],
  [JSON.stringify({ text: `\\"${'['.repeat(100)}` }), false],
  [`{"a":"\\\\",${'"b":['.repeat(40)}`, true],
  [`[${'[],'.repeat(1000)}1]`, false],
])('the depth of %.30s… is judged by its brackets', (json, isDeep) => {
  expect(isTooDeep(json)).toBe(isDeep)
})
