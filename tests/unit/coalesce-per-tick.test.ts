import { expect, test } from 'vitest'
import { coalescePerTick } from '#server/core/work/coalesce-per-tick.ts'

const nextTick = () => new Promise((resolve) => setImmediate(resolve))

/** Returns a call that responds with the current value, and the list of the keys that it read. */
function source() {
  const now = { value: 'first' }
  const read: string[] = []
  const readKey = coalescePerTick(async (key) => {
    read.push(key)
    if (now.value === 'none') throw new Error(`no ${key}`)
    return `${key}: ${now.value}`
  })
  return { now, read, ask: readKey }
}

test('callers of one tick share one result, and each key has its own', async () => {
  const { read, ask: readKey } = source()

  const results = await Promise.all([readKey('a'), readKey('b'), readKey('a'), readKey('a')])

  expect(results).toEqual(['a: first', 'b: first', 'a: first', 'a: first'])
  expect(read).toEqual(['a', 'b'])
})

test('the result is the state after the last caller of a tick', async () => {
  const { now, ask: readKey } = source()

  const early = readKey('a')
  await Promise.resolve()
  now.value = 'second'
  const late = readKey('a')

  expect(await Promise.all([early, late])).toEqual(['a: second', 'a: second'])
})

test('a caller of a later tick gets a new read, also while another read is pending', async () => {
  let finishRead = (_: string) => {}
  let reads = 0
  const readKey = coalescePerTick(() => {
    reads += 1
    return new Promise<string>((resolve) => {
      finishRead = resolve
    })
  })

  const before = readKey('a')
  await nextTick()
  const finishFirstRead = finishRead
  const after = readKey('a')
  await nextTick()
  finishRead('new')
  finishFirstRead('old')

  expect(await Promise.all([before, after])).toEqual(['old', 'new'])
  expect(reads).toBe(2)
})

test('a failure reaches all its callers, and is not cached', async () => {
  const { now, ask: readKey } = source()
  now.value = 'none'

  const outcomes = await Promise.allSettled([readKey('a'), readKey('a')])
  now.value = 'first'

  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await readKey('a')).toBe('a: first')
})
