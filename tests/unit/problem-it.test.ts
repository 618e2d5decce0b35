import { TRPCClientError } from '@trpc/client'
import { expect, test } from 'vitest'
import { problemLineIt, valueProblemIt } from '#client/lib/problem-it.ts'
import { problemsIt } from '#client/texts/problems-it.ts'
import { Onboarding } from '#server/features/merchants/merchants.schema.ts'
import { httpStatusOf } from '#server/shared/errors.ts'
import { reasons } from '#server/shared/reasons.ts'

const refusal = (data: object) =>
  TRPCClientError.from({ error: { message: 'In English.', code: -32603, data } } as never)

test('every code has Italian words, and a reason that has its own exists', () => {
  for (const [code, httpStatus] of Object.entries(httpStatusOf)) {
    const line = problemLineIt(refusal({ code, httpStatus }))
    expect(line).toMatch(new RegExp(`^${httpStatus}: \\p{Lu}.+\\.$`, 'u'))
    expect(line).not.toContain('English')
  }
  for (const reason of Object.keys(problemsIt.reasons)) expect(reasons).toHaveProperty(reason)
})

test('a reason says more than its code, and no answer is told without a status', () => {
  const known = { code: 'unavailable', httpStatus: 503, reason: 'openai_timeout' }
  expect(problemLineIt(refusal(known))).toBe(`503: ${problemsIt.reasons.openai_timeout}`)
  const unknown = { code: 'conflict', httpStatus: 409, reason: 'last_owner' }
  expect(problemLineIt(refusal(unknown))).toBe(`409: ${problemsIt.codes.conflict}`)
  expect(problemLineIt(new TypeError('Failed to fetch'))).toBe(problemsIt.unreachable)
})

test('what onboarding refuses of a value has Italian words of its own', () => {
  const long = 'a'.repeat(2000)
  const texts = { businessPhone: long, businessAddress: 'a\nb', businessDescription: long }
  const read = Onboarding.safeParse({ businessName: '4242 4242 4242 4242', ...texts, email: 'x' })

  const messages = (read.error?.issues ?? [])
    .filter(({ path }) =>
      ['businessName', 'email', ...Object.keys(texts)].includes(String(path[0])),
    )
    .map(({ message }) => message)
  expect(messages.length).toBeGreaterThanOrEqual(5)
  for (const message of messages) {
    expect(valueProblemIt(message), message).not.toBe(problemsIt.value)
    expect(valueProblemIt(message)).not.toMatch(/must|character\b/)
  }
  expect(valueProblemIt('something of tomorrow')).toBe('non è ammesso')
})
