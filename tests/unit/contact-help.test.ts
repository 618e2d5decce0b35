import { expect, test } from 'vitest'
import { tidyPhone, tidyWebsite } from '#client/lib/contact-help.ts'

test.each([
  ['06 1234 5678', 'IT', '+39 06 1234 5678'],
  ['0039 0612345678', 'IT', '+39 06 1234 5678'],
  ['(212) 555-0123', 'US', '+1 212 555 0123'],
  ['+44 20 7946 0018', 'IT', '+44 20 7946 0018'],
  ['chiedere di Rita', 'IT', 'chiedere di Rita'],
  ['12', 'IT', '12'],
  ['  ', 'IT', ''],
  ['06 1234 5678', 'ZZ', '+39 06 1234 5678'],
])('the phone %j typed in %s becomes %j', async (typed, region, expected) => {
  expect(await tidyPhone(typed, region)).toBe(expected)
})

test.each([
  ['example.com', 'https://example.com'],
  [' shop.example.co.uk/it?x=1 ', 'https://shop.example.co.uk/it?x=1'],
  ['http://example.com', 'http://example.com'],
  ['https://example.com', 'https://example.com'],
  ['perché.it', 'https://perché.it'],
  ['@panificio su Instagram', '@panificio su Instagram'],
  ['rita@example.com', 'rita@example.com'],
  ['nessuno', 'nessuno'],
  ['', ''],
])('the website %j becomes %j', (typed, expected) => {
  expect(tidyWebsite(typed)).toBe(expected)
})
