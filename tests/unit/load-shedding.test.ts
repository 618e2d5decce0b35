import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { isTooDeep, MAX_DEPTH } from '#server/http/json-depth.ts'
import { type Kind, LoadGauge } from '#server/http/load-shedding.ts'

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

test('an ordinary burst is always taken on, a flood only in part, and reads for longer', () => {
  expect(begin(new LoadGauge(), 'write', 128)).toBe(128)
  expect(begin(new LoadGauge(), 'write', 1000)).toBe(192)
  expect(begin(new LoadGauge(), 'read', 1000)).toBe(512)
})

test('reads do not crowd out payments, nor payments reads', () => {
  const gauge = new LoadGauge()
  begin(gauge, 'read', 1000)

  expect(begin(gauge, 'write', 128)).toBe(128)
  expect(gauge.admits('read')).toBe(false)
})

test('once one is refused, all are until an eighth of the room is free again', () => {
  const gauge = new LoadGauge()
  begin(gauge, 'write', 257)

  end(gauge, 'write', 20)
  expect(gauge.admits('write')).toBe(false)
  end(gauge, 'write', 13)
  expect(gauge.admits('write')).toBe(true)
})

test('where answers take long less is taken on, but an ordinary burst still is', () => {
  const gauge = new LoadGauge()
  begin(gauge, 'write', 150)
  end(gauge, 'write', 150, 1500)

  expect(begin(gauge, 'write', 1000)).toBe(136)
  end(gauge, 'write', 136, 1500)
  expect(begin(gauge, 'write', 128)).toBe(128)
  end(gauge, 'write', 128, 20)
  expect(begin(gauge, 'write', 1000)).toBe(192)
})

test('a busy event loop counts like slow answers', () => {
  const gauge = new LoadGauge()
  gauge.loopDelayMs = 400
  begin(gauge, 'write', 100)
  end(gauge, 'write', 100, 10)

  expect(begin(gauge, 'write', 1000)).toBe(136)
})

const busyFor = (ms: number) => {
  const until = performance.now() + ms
  while (performance.now() < until);
}

test('one turn of the event loop that has become long takes on no more reads; the next one does', async () => {
  const gauge = new LoadGauge()
  const read = (count: number) => {
    const taken = begin(gauge, 'read', count)
    end(gauge, 'read', taken, 1)
    return taken
  }
  read(128)
  busyFor(200)
  expect(read(1000)).toBe(144 - 128)
  expect(gauge.admits('write')).toBe(true)

  await new Promise((resolve) => setImmediate(resolve))
  expect(read(128)).toBe(128)
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
