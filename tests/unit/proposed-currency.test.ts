import { expect, test } from 'vitest'
import { proposedCurrency } from '#client/routes/-onboarding/answers.ts'

test.each([
  ['Europe/Rome', 'it-IT', 'EUR'],
  ['Europe/Rome', 'en-US', 'EUR'],
  ['Europe/Dublin', 'en-GB', 'EUR'],
  ['Atlantic/Canary', 'es-ES', 'EUR'],
  ['Indian/Reunion', 'fr-FR', 'EUR'],
  ['Europe/Sofia', 'bg-BG', 'EUR'],
  ['Europe/London', 'it-IT', 'GBP'],
  ['Europe/Jersey', 'en-US', 'GBP'],
  ['America/New_York', 'en-US', 'USD'],
  ['America/New_York', 'it-IT', 'USD'],
  ['Asia/Tokyo', 'ja-JP', 'USD'],
  ['UTC', 'it-IT', 'EUR'],
  ['Etc/GMT-1', 'de', 'EUR'],
  ['UTC', 'en-GB', 'GBP'],
  ['UTC', 'en', 'USD'],
  ['UTC', '', 'USD'],
  ['UTC', 'no such language', 'USD'],
  ['Europe/Zurich', 'it-IT', 'EUR'],
  ['Europe/Zurich', 'de-CH', 'USD'],
])('the form in %s with the language %s proposes %s', (zone, language, currency) => {
  expect(proposedCurrency({ zone, language })).toBe(currency)
})
