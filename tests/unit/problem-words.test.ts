import { TRPCClientError } from '@trpc/client'
import { expect, test } from 'vitest'
import { fieldProblem, problemLine, readProblem, valueProblem } from '#client/lib/problem.ts'
import { problems as english } from '#client/texts/en/problems.ts'
import { problems as italian } from '#client/texts/it/problems.ts'
import { Onboarding } from '#server/features/merchants/merchants.schema.ts'
import { httpStatusOf } from '#server/shared/reasons/errors.ts'
import { reasons } from '#server/shared/reasons/reasons.ts'

const trpcError = (data: object) =>
  TRPCClientError.from({ error: { message: 'In English.', code: -32603, data } } as never)

const italianLine = (error: unknown) => problemLine(readProblem(error, italian))
const { codes, reasons: reasonsIt, value } = italian.translation ?? expect.fail('no Italian')

test('every code and every reason has an Italian text of its own', () => {
  for (const [code, httpStatus] of Object.entries(httpStatusOf)) {
    const line = italianLine(trpcError({ code, httpStatus }))
    expect(line).toMatch(new RegExp(`^${httpStatus}: \\p{Lu}.+\\.$`, 'u'))
    expect(line).not.toContain('English')
  }
  expect(Object.keys(reasonsIt).toSorted()).toEqual(Object.keys(reasons).toSorted())
  for (const words of Object.values(reasonsIt)) expect(words).toMatch(/^(?:\p{Lu}|È).+\.$/u)
})

test('a reason is more specific than its code, and no response is shown without a status', () => {
  const knownReason = { code: 'unavailable', httpStatus: 503, reason: 'openai_timeout' }
  expect(italianLine(trpcError(knownReason))).toBe(`503: ${reasonsIt.openai_timeout}`)
  const newerReason = { code: 'conflict', httpStatus: 409, reason: 'of_a_newer_server' }
  expect(italianLine(trpcError(newerReason))).toBe(`409: ${codes.conflict}`)
  expect(italianLine(new TypeError('Failed to fetch'))).toBe(italian.unreachable)
})

test('English shows the server’s message', () => {
  const line = problemLine(readProblem(trpcError({ code: 'conflict', httpStatus: 409 }), english))
  expect(line).toBe('409: In English.')
})

test('each value refused by onboarding has an Italian text of its own', () => {
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
    expect(valueProblem(message, italian), message).not.toBe(value)
    expect(valueProblem(message, italian)).not.toMatch(/must|character\b/)
    expect(fieldProblem(message, italian)).toBe(`Questo valore ${valueProblem(message, italian)}.`)
  }
  expect(valueProblem('something of tomorrow', italian)).toBe('non è ammesso')
})
