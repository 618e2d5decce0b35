import { expect, test } from 'vitest'
import {
  judgeClerkKeys,
  judgeDatabase,
  MB,
  sizeText,
} from '#server/features/environment/environment.rules.ts'

const well = { queryMs: 1, missing: [], foreign: [], freeBytes: 50_000 * MB }

test.each([
  [well, 'healthy', 'up to date'],
  [{ ...well, freeBytes: null }, 'healthy', 'up to date'],
  [{ ...well, freeBytes: 1024 * MB }, 'healthy', 'up to date'],
  [{ ...well, freeBytes: 1023 * MB }, 'warning', '1023.0 MB are left'],
  [{ ...well, freeBytes: 99 * MB }, 'error', 'Only 99.0 MB'],
  [{ ...well, queryMs: 500 }, 'healthy', 'up to date'],
  [{ ...well, queryMs: 501 }, 'warning', '501 ms'],
  [{ ...well, foreign: ['later'] }, 'warning', 'newer release'],
  [{ ...well, missing: ['a', 'b'], foreign: ['later'] }, 'error', '2 migrations have not run'],
  [{ ...well, foreign: ['later'], freeBytes: 1 }, 'error', 'Only 1 kB'],
])('of the database %o it says %s', (state, status, message) => {
  const finding = judgeDatabase(state)

  expect(finding).toMatchObject({ status, message: expect.stringContaining(message) })
  expect(finding.fix === null).toBe(status === 'healthy')
})

test.each([
  ['test', 'development', undefined],
  ['test', 'staging', undefined],
  ['test', 'production', 'warning'],
  ['live', 'production', undefined],
  ['live', 'staging', undefined],
  ['live', 'development', 'warning'],
] as const)('%s keys in %s: %s', (kind, environment, status) => {
  expect(judgeClerkKeys({ kind, environment })?.status).toBe(status)
})

test('sizes read as people say them', () => {
  expect([1, 4096, 5 * MB, 2048 * MB].map(sizeText)).toEqual(['1 kB', '4 kB', '5.0 MB', '2.0 GB'])
})
