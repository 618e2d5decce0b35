import { beforeAll, describe, expect, test } from 'vitest'

test('two lists are alike', () => {
  expect(['a', 'b', 'c']).toEqual(['a', 'x', 'c'])
})

describe('with a hook', () => {
  beforeAll(() => {
    throw new Error('the hook did not get ready')
  })

  test('never begins', () => {
    expect(true).toBe(true)
  })
})
