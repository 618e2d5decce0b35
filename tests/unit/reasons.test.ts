import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { AppError } from '#server/core/calls/errors.ts'
import { declineCodes } from '#server/shared/reasons/decline-codes.ts'
import { reasons } from '#server/shared/reasons/reasons.ts'

const server = fileURLToPath(new URL('../../src-server', import.meta.url))

const sources = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !/shared\/(?:reasons|decline-codes)\.ts$/.test(name))
  .map((name) => readFileSync(`${server}/${name}`, 'utf8'))

const isUsed = (word: string) => sources.some((source) => source.includes(`'${word}'`))

test('a refusal can only use a reason of the catalogue, with a code that allows it', () => {
  // @ts-expect-error the catalogue does not tell what this means
  expect(new AppError('conflict', 'No.', { reason: 'because' }).reason).toBe('because')
  // @ts-expect-error this one is a matter of access
  expect(new AppError('conflict', 'No.', { reason: 'owner_only' }).code).toBe('conflict')
  expect(new AppError('forbidden', 'No.', { reason: 'owner_only' }).reason).toBe('owner_only')
})

test('the catalogue contains only codes and reasons in use', () => {
  expect(Object.keys(reasons).filter((reason) => !isUsed(reason))).toEqual([])
  expect(Object.keys(declineCodes).filter((code) => !isUsed(code))).toEqual([])
})

test.each(Object.entries({ ...reasons, ...declineCodes }))(
  '%s has a meaning and advice that read as sentences',
  (_, { meaning, advice }) => {
    for (const text of [meaning, advice]) expect(text).toMatch(/^[A-Z`].{5,}[^.]$/)
  },
)
