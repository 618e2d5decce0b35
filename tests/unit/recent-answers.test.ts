import { expect, test } from 'vitest'
import { RecentAnswers } from '#server/core/work/recent-answers.ts'

test('a question is asked once in a while for each thing, and answered alike meanwhile', async () => {
  const recent = new RecentAnswers<number>(5000)
  let asked = 0
  const ask = (key: string, nowMs: number) => recent.get(key, nowMs, () => Promise.resolve(++asked))

  expect([await ask('a', 0), await ask('a', 4999), await ask('b', 4999)]).toEqual([1, 1, 2])
  expect([await ask('a', 5000), await ask('b', 9998)]).toEqual([3, 2])
  // The clock was set back.
  expect(await ask('a', 1000)).toBe(4)
})

test('a question that failed is asked again at once', async () => {
  const recent = new RecentAnswers<string>(5000)
  const failed = recent.get('a', 0, () => Promise.reject(new Error('nobody answers')))
  await expect(failed).rejects.toThrow('nobody answers')

  expect(await recent.get('a', 1, () => Promise.resolve('here'))).toBe('here')
})
