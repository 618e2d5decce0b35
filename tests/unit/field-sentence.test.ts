import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { problemOf } from '#server/core/calls/problem.ts'
import { NewTransaction } from '#server/features/transactions/new-transaction.schema.ts'
import { fieldSentence } from '#server/shared/text/field-sentence.ts'

test.each([
  ['name', 'must not hold a card number', 'The name must not hold a card number.'],
  ['businessName', 'is required', 'The business name is required.'],
  [
    'customerEmail',
    'must be an e-mail address',
    'The customer e-mail address must be an e-mail address.',
  ],
  [
    'scopes.0',
    'Invalid option: expected one of "read"|"write"',
    'The scopes is not valid: expected one of "read"|"write".',
  ],
  [
    'amount',
    'Invalid input: expected string, received number',
    'The amount is not valid: expected string, received number.',
  ],
  [
    'limit',
    'Too big: expected number to be <=500',
    'The page size is not valid: expected number to be <=500.',
  ],
  ['colour', 'is not known here', 'The field "colour" is not known here.'],
  ['__proto__', 'is not known here', 'The field "__proto__" is not known here.'],
  ['constructor', 'is required', 'The constructor is required.'],
  ['', 'Invalid input', 'The request is not valid.'],
  ['acceptedTerms', 'Devi accettare i termini', 'Devi accettare i termini'],
])('%s, which %s', (path, message, sentence) => {
  expect(fieldSentence({ path, message })).toBe(sentence)
})

test('each refused payment is explained in sentences that name their field', () => {
  const field = fc.constantFrom(...Object.keys(NewTransaction.shape), 'colour')
  const value = fc.oneof(
    fc.string(),
    fc.constant('4242 4242 4242 4242'),
    fc.constant('a\nb'),
    fc.double(),
    fc.constant(null),
  )
  fc.assert(
    fc.property(fc.dictionary(field, value), (body) => {
      const read = NewTransaction.safeParse(body)
      if (read.success) return
      const { detail, issues = [] } = problemOf(read.error, 'r')
      for (const { message } of issues) expect(message).toMatch(/^(?:The [^.]|The field ").*\.$/su)
      expect(detail).toBe(issues[0]?.message)
    }),
  )
})

test('a refusal of a whole body names the request', () => {
  const { detail } = problemOf(z.strictObject({}).safeParse('text').error, 'r')

  expect(detail).toBe('The request is not valid: expected object, received string.')
})
