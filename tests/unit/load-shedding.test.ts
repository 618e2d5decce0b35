import { expect, test } from 'vitest'
import { isTooDeep, MAX_DEPTH } from '#server/http/entrance/bodies/json-body.ts'
import { LoadGauge, type RequestKind } from '#server/http/entrance/load/load-gauge.ts'

const admit = (gauge: LoadGauge, kind: RequestKind, count: number) => {
  let admitted = 0
  for (let i = 0; i < count; i++) {
    if (!gauge.admits(kind)) continue
    gauge.begin(kind)
    admitted++
  }
  return admitted
}
const end = (gauge: LoadGauge, kind: RequestKind, count: number, tookMs = 50) => {
  for (let i = 0; i < count; i++) gauge.end(kind, tookMs)
}

test('a normal burst is admitted completely, a flood only in part', () => {
  expect(admit(new LoadGauge(), 'write', 128)).toBe(128)
  expect(admit(new LoadGauge(), 'write', 1000)).toBe(136)
  expect(admit(new LoadGauge(), 'read', 1000)).toBe(288)
})

test('reads do not displace payments, nor payments reads', () => {
  const gauge = new LoadGauge()
  admit(gauge, 'read', 1000)

  expect(admit(gauge, 'write', 128)).toBe(128)
  expect(gauge.admits('read')).toBe(false)
})

test('password guesses do not displace payments, however slow their responses are', () => {
  const gauge = new LoadGauge()
  expect(admit(gauge, 'sign-in', 1000)).toBe(72)
  end(gauge, 'sign-in', 64, 3000)

  expect(admit(gauge, 'write', 128)).toBe(128)
})

test('all requests are refused after one refusal, until an eighth of the capacity is free again', () => {
  const gauge = new LoadGauge()
  admit(gauge, 'write', 257)

  end(gauge, 'write', 15, 200)
  expect(gauge.admits('write')).toBe(false)
  end(gauge, 'write', 5, 200)
  expect(gauge.admits('write')).toBe(true)
})

/** Sends one burst of 1,000 writes after the other. Returns how many the gauge admitted in the last one. */
const sendBursts = (gauge: LoadGauge, count: number, tookMs: (admitted: number) => number) => {
  let admitted = 0
  for (let i = 0; i < count; i++) {
    admitted = admit(gauge, 'write', 1000)
    gauge.refused.write += 1000 - admitted
    end(gauge, 'write', admitted, tookMs(admitted))
  }
  return admitted
}

test.each([
  [0.5, 192],
  [4, 62],
  [8, 31],
  [100, 16],
])(
  'payments that take %d ms are admitted only as far as they finish in time: %d',
  (costMs, most) => {
    const admitted = sendBursts(new LoadGauge(), 100, (count) => count * costMs)

    expect(admitted).toBeLessThanOrEqual(most)
    expect(admitted).toBeGreaterThanOrEqual(most * 0.5)
  },
)

test('a busy event loop counts like slow responses', () => {
  const gauge = new LoadGauge()
  gauge.observe(400)

  expect(sendBursts(gauge, 20, () => 10)).toBe(16)
})

test('a normal burst is admitted again after a second without refusals', () => {
  const gauge = new LoadGauge()
  sendBursts(gauge, 50, () => 5000)

  for (let i = 0; i < 5; i++) gauge.observe(0)

  expect(admit(gauge, 'write', 128)).toBe(128)
})

test('idle moments of the loop add no capacity while requests are refused', () => {
  const gauge = new LoadGauge()
  for (let i = 0; i < 50; i++) {
    sendBursts(gauge, 1, () => 5000)
    gauge.observe(0)
  }

  expect(sendBursts(gauge, 1, () => 5000)).toBe(16)
})

test('an admitted request that waits in the queue counts too', () => {
  const gauge = new LoadGauge()
  gauge.queued.write = 136

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
