import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { envSettings } from '#client/routes/_app/-environment/env-settings.ts'
import { loadConfig, variableNames } from '#server/config/config.ts'
import { settingGroups } from '#server/config/settings.ts'
import { envExample, settingsPage, templateSettings } from '../../scripts/settings/pages.ts'

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
const settings = settingGroups().flatMap((group) => group.settings)

/** Names and values of .env.example, as if a person had removed every `#`. */
const lines = [...read('.env.example').matchAll(/^#?\s?([A-Z][A-Z_]+)=(.*)$/gm)].map(
  ([, name = '', value = '']) => [name, value] as const,
)

describe('the texts about the settings match the output of npm run settings', () => {
  const OUT_OF_DATE = 'is out of date: run npm run settings'

  test.each([
    ['docs/settings.md', settingsPage()],
    ['.env.example', envExample()],
  ])('%s', (file, text) => {
    expect(read(file) === text, `${file} ${OUT_OF_DATE}`).toBe(true)
  })

  test('the template of the page', () => {
    expect(envSettings, `env-settings.ts ${OUT_OF_DATE}`).toEqual(templateSettings())
  })
})

test('every variable that the server reads is described, and no other', () => {
  expect(settings.map(({ name }) => name).toSorted()).toEqual(variableNames.toSorted())
})

test('docs/settings.md has a row for each variable, with its default and whether it is secret', () => {
  const rows = read('docs/settings.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split(' | ').map((cell) => cell.replaceAll(/^\| | \|$/g, '')))

  expect(rows.map(([name]) => name?.replaceAll('`', ''))).toEqual(settings.map(({ name }) => name))
  for (const cells of rows) {
    expect(cells).toHaveLength(6)
    expect(cells[2]).toMatch(/\.$/)
    expect(cells[4]).not.toBe('')
    expect(['yes', 'with a password in it', 'no']).toContain(cells[5])
  }
})

test('.env.example names every variable once, and sets nothing but its default', () => {
  const given = Object.fromEntries(lines.filter(([, value]) => value !== ''))

  expect(lines.map(([name]) => name).toSorted()).toEqual(variableNames.toSorted())
  expect(Object.keys(given).length).toBeGreaterThan(8)
  expect(loadConfig(given)).toEqual(loadConfig({}))
})

test('each example is a value that the server accepts', () => {
  const example = (name: string) => settings.find((one) => one.name === name)?.example
  // Two settings do not work alone, and the example of a secret is only its beginning.
  const settableAlone = settings.filter(
    ({ name, example: value = '…' }) =>
      !value.includes('…') && !/^(?:ROLE|GOOGLE_CLIENT_ID)$/.test(name),
  )
  const requiredSettings = {
    SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
    SMTP_URL: 'smtp://localhost',
  }

  expect(settableAlone.length).toBeGreaterThan(12)
  for (const { name } of settableAlone) {
    const companion = { SMTP_URL: 'MAIL_FROM', DATABASE_DIRECT_URL: 'DATABASE_URL' }[name]
    const companionValues = companion === undefined ? {} : { [companion]: example(companion) }
    const environment = {
      ...requiredSettings,
      MAIL_FROM: 'pay@example.com',
      ...companionValues,
      [name]: example(name),
    }
    expect(() => loadConfig(environment), name).not.toThrow()
  }
})

test('a setting marked as secret has no value anywhere, and each secret-like name is marked', () => {
  const secrets = settings.filter(({ secret }) => secret === 'yes').map(({ name }) => name)
  const secretLikeNames = variableNames.filter((name) =>
    /SECRET|TOKEN|API_KEY$|_HEADERS$/.test(name),
  )

  expect(secrets.toSorted()).toEqual(secretLikeNames.toSorted())
  for (const { name, secret, fallback, template = {} } of settings) {
    const values = [fallback ?? '', ...Object.values(template)]
    if (secret === 'yes') expect(values.join(''), name).toBe('')
    if (secret === 'password') expect(values.join(''), name).not.toContain('@')
  }
})
