import { TRPCError } from '@trpc/server'
import { expect, test } from 'vitest'
import {
  isForeignKeyViolation,
  isUnavailable,
  isUniqueViolation,
  wantsRetry,
} from '#db/failures.ts'
import { AppError } from '#server/core/calls/errors.ts'

const failed = (code: string) => Object.assign(new Error('from the driver'), { code })

/** Returns a failure in the forms that the code must judge: itself, from a procedure, and wrapped again. */
const wrapped = (cause: unknown) => [
  cause,
  new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause }),
  new AppError('internal', 'named', { cause: new TRPCError({ code: 'CONFLICT', cause }) }),
]

test.each([
  ['a deadlock', '40P01', wantsRetry],
  ['a serialization failure', '40001', wantsRetry],
  ['a second row with a unique key', '23505', isUniqueViolation],
  ['the same on SQLite', 'SQLITE_CONSTRAINT_UNIQUE', isUniqueViolation],
  ['a row whose parent is missing', '23503', isForeignKeyViolation],
  ['a full disk', 'SQLITE_FULL', isUnavailable],
  ['too many connections', '53300', isUnavailable],
])('%s (%s) is recognized also when wrapped', (_, code, check) => {
  expect(wrapped(failed(code)).map((error) => check(error))).toEqual([true, true, true])
  expect(wrapped(failed('22P02')).map((error) => check(error))).toEqual([false, false, false])
})

test('an unreachable service across the network is not a database failure', () => {
  const refused = failed('ECONNREFUSED')

  expect(isUnavailable(refused)).toBe(true)
  expect(isUnavailable(new TypeError('fetch failed', { cause: refused }))).toBe(false)
})

test('a cycle of causes ends', () => {
  const error = new Error('one')
  error.cause = new Error('other', { cause: error })

  expect(wantsRetry(error)).toBe(false)
})
