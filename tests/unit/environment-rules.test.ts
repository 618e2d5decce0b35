import { expect, test } from 'vitest'
import {
  judgeClerkKeys,
  judgeDatabase,
  MB,
} from '#server/features/environment/environment.rules.ts'

const healthyState = {
  queryMs: 1,
  missing: [],
  foreign: [],
  freeBytes: 50_000 * MB,
  hasContradictions: false,
  hasLateCaptures: false,
}

test.each([
  [healthyState, 'healthy', 'up to date'],
  [{ ...healthyState, freeBytes: null }, 'healthy', 'up to date'],
  [{ ...healthyState, freeBytes: 1024 * MB }, 'healthy', 'up to date'],
  [{ ...healthyState, freeBytes: 1023 * MB }, 'warning', 'running out of room'],
  [{ ...healthyState, freeBytes: 99 * MB }, 'error', 'hardly any room left'],
  [{ ...healthyState, queryMs: 500 }, 'healthy', 'up to date'],
  [{ ...healthyState, queryMs: 501 }, 'warning', '501 ms'],
  [{ ...healthyState, foreign: ['later'] }, 'warning', 'newer release'],
  [{ ...healthyState, hasContradictions: true }, 'warning', 'exceed their payments'],
  [{ ...healthyState, hasLateCaptures: true }, 'warning', 'cancelled before'],
  [
    { ...healthyState, missing: ['a', 'b'], foreign: ['later'] },
    'error',
    '2 migrations have not run',
  ],
  [{ ...healthyState, foreign: ['later'], freeBytes: 1 }, 'error', 'hardly any room left'],
])('a database with %o has the status %s', (state, status, message) => {
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
