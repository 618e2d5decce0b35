import { expect, test } from 'vitest'
import {
  judgeClerkKeys,
  judgeDatabase,
  MB,
} from '#server/features/environment/environment.rules.ts'

const well = { queryMs: 1, missing: [], foreign: [], freeBytes: 50_000 * MB, hasUnfit: false }

test.each([
  [well, 'healthy', 'up to date'],
  [{ ...well, freeBytes: null }, 'healthy', 'up to date'],
  [{ ...well, freeBytes: 1024 * MB }, 'healthy', 'up to date'],
  [{ ...well, freeBytes: 1023 * MB }, 'warning', 'running out of room'],
  [{ ...well, freeBytes: 99 * MB }, 'error', 'hardly any room left'],
  [{ ...well, queryMs: 500 }, 'healthy', 'up to date'],
  [{ ...well, queryMs: 501 }, 'warning', '501 ms'],
  [{ ...well, foreign: ['later'] }, 'warning', 'newer release'],
  [{ ...well, hasUnfit: true }, 'warning', 'exceed their payments'],
  [{ ...well, missing: ['a', 'b'], foreign: ['later'] }, 'error', '2 migrations have not run'],
  [{ ...well, foreign: ['later'], freeBytes: 1 }, 'error', 'hardly any room left'],
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
