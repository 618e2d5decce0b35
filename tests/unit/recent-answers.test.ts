import { expect, test } from 'vitest'
import { RecentAnswers } from '#server/core/recent-answers.ts'

test('a question is asked once in a while for each thing, and answered alike meanwhile', async () => {
  const recent = new RecentAnswers<number>(5000)
  let asked = 0
  const ask = (key: string, nowMs: number) => recent.get(key, nowMs, () => Promise.resolve(++asked))

  expect([await ask('a', 0), await ask('a', 4999), await ask('b', 4999)]).toEqual([1, 1, 2])
  expect([await ask('a', 5000), await ask('b', 9998)]).toEqual([3, 2])
  // A clock that was set back.
  expect(await ask('a', 1000)).toBe(4)
})
