import { describe, expect, test } from 'vitest'
import { ConfigError, loadConfig } from '#server/config/config.ts'

test('the sandbox texts apply without settings', () => {
  expect(loadConfig({}).legal).toEqual({ terms: undefined, privacy: undefined })
})

test('an https URL or a file replaces the sandbox texts', () => {
  const { legal } = loadConfig({
    TERMS_URL: 'https://example.com/terms',
    PRIVACY_URL: './legal/privacy.md',
  })

  expect(legal).toEqual({
    terms: { address: 'https://example.com/terms' },
    privacy: { file: './legal/privacy.md' },
  })
})

describe('a refusal names the setting:', () => {
  test.each([
    ['plain http', 'http://example.com/terms'],
    ['a password in it', 'https://me:pw@example.com/terms'],
    ['a script', 'javascript:alert(1)'],
    ['another protocol', 'ftp://example.com/terms.md'],
    ['a file of another kind', './terms.pdf'],
    ['no address', 'https://'],
  ])('%s', (_, value) => {
    expect(() => loadConfig({ TERMS_URL: value })).toThrow(ConfigError)
    expect(() => loadConfig({ TERMS_URL: value })).toThrow('TERMS_URL')
  })
})
