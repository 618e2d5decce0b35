import { expect, test } from 'vitest'
import { waitingPayment as english } from '#client/texts/en/waiting-payment.ts'
import { waitingPayment as italian } from '#client/texts/it/waiting-payment.ts'
import { waitingPayment as mixed } from '#client/texts/spec/waiting-payment.ts'

test.each([
  ['3 dic', 'entro il 3 dic'],
  ['8 dic', 'entro l’8 dic'],
  ['11 gen 2027', 'entro l’11 gen 2027'],
  ['18 dic', 'entro il 18 dic'],
])('an Italian deadline has the article of its day: %s', (day, words) => {
  expect(italian.captureBy(day)).toBe(words)
})

test('each language names the step as the status; the mix has the specification’s status', () => {
  expect(italian.statuses.capture).toBe('Da incassare')
  expect(english.statuses.capture).toBe('To capture')
  expect(new Set(Object.values(mixed.statuses))).toEqual(new Set(['Pending']))
  expect(mixed.captureBy('Dec 3')).toBe('Capture by Dec 3')
})
