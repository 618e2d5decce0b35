import { expect, test } from 'vitest'
import { isTooCommon } from '#server/services/identity/embedded/passwords/password.rules.ts'

test.each([
  'password',
  'Password1',
  'P@ssw0rd!',
  'Passw0rd2026',
  'pa55word99',
  'qwertyuiop',
  'qwerty123',
  '1q2w3e4r5t',
  '1qaz2wsx',
  'zaq12wsx',
  '12345678',
  '87654321',
  '123123123',
  'abcd1234',
  'aaaaaaaa',
  'abcabcabca',
  'iloveyou',
  'iloveyou2',
  'trustno1',
  'Juventus1897',
  'forzanapoli!',
  'francesco82',
  'ciaociao',
  'letmein1',
  'welcome123',
  'Benvenuto1',
  'incasso2026',
  'my-1nca55o-key',
])('%s is too common', (password) => {
  expect(isTooCommon(password)).toBe(true)
})

test.each([
  'correct horse battery',
  'correct horse',
  'wrong horse battery',
  'vento-lampada-ottone',
  'kT9vRm2xQp',
  'una password lunga e mia',
  '73918264',
  'ò ventuno luglio, pioveva',
])('%s is not', (password) => {
  expect(isTooCommon(password, 'maria.rossi@example.com')).toBe(false)
})

test.each([
  ['maria.rossi1', 'maria.rossi@example.com'],
  ['XX-Maria.Rossi-XX', 'MARIA.ROSSI@example.com'],
])('%s repeats the e-mail address %s', (password, email) => {
  expect(isTooCommon(password, email)).toBe(true)
})

test('a short name before the @ may be part of a password', () => {
  expect(isTooCommon('kT9vanRm2xQp', 'van@example.com')).toBe(false)
})
