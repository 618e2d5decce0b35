import { expect, test } from 'vitest'
import { onceATurn } from '#server/core/work/once-a-turn.ts'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/** Returns a call that responds with the current value, and the list of the keys that it read. */
function source() {
  const now = { value: 'first' }
  const read: string[] = []
  const ask = onceATurn(async (key) => {
    read.push(key)
    if (now.value === 'none') throw new Error(`no ${key}`)
    return `${key}: ${now.value}`
  })
  return { now, read, ask }
}

test('those who ask in one turn share one answer, each thing has its own', async () => {
  const { read, ask } = source()

  const answers = await Promise.all([ask('a'), ask('b'), ask('a'), ask('a')])

  expect(answers).toEqual(['a: first', 'b: first', 'a: first', 'a: first'])
  expect(read).toEqual(['a', 'b'])
})

test('the answer is what is true once the last of a turn has asked', async () => {
  const { now, ask } = source()

  const early = ask('a')
  await Promise.resolve()
  now.value = 'second'
  const late = ask('a')

  expect(await Promise.all([early, late])).toEqual(['a: second', 'a: second'])
})

test('who asks in a later turn, also while an answer is on its way, has it read anew', async () => {
  let answer = (_: string) => {}
  let reads = 0
  const ask = onceATurn(() => {
    reads += 1
    return new Promise<string>((resolve) => {
      answer = resolve
    })
  })

  const before = ask('a')
  await nextTurn()
  const answerBefore = answer
  const after = ask('a')
  await nextTurn()
  answer('new')
  answerBefore('old')

  expect(await Promise.all([before, after])).toEqual(['old', 'new'])
  expect(reads).toBe(2)
})

test('a failure is told to all who asked, and kept for nobody else', async () => {
  const { now, ask } = source()
  now.value = 'none'

  const told = await Promise.allSettled([ask('a'), ask('a')])
  now.value = 'first'

  expect(told.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await ask('a')).toBe('a: first')
})
