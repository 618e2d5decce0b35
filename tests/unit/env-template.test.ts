import { describe, expect, test } from 'vitest'
import { envFileName, envTemplate } from '#client/routes/_app/-environment/env-template.ts'
import { clerkSetup } from '#client/texts/en/clerk-setup.ts'
import { ConfigError, loadConfig, variableNames } from '#server/config/config.ts'
import { EnvironmentName } from '#server/features/environment/environment.schema.ts'

const key = Buffer.alloc(32, 1).toString('base64')

/** Returns the variables that a reader of the file gets. `all` includes variables that are commented out. */
function linesOf(template: string, { all = false } = {}): Record<string, string> {
  const lines = template.matchAll(all ? /^(?:# )?([A-Z][A-Z_]+)=(.*)$/gm : /^([A-Z_]+)=(.*)$/gm)
  return Object.fromEntries([...lines].map(([, name, value]) => [name, value ?? '']))
}

describe.each(EnvironmentName.options)('the template for %s', (environment) => {
  const template = envTemplate(environment)

  test('lists every variable of the server once, and no other', () => {
    const templateNames = [...template.matchAll(/^(?:# )?([A-Z][A-Z_]+)=/gm)].map(
      ([, name]) => name,
    )

    expect(templateNames.toSorted()).toEqual(variableNames.toSorted())
  })

  test('starts that environment once its secret is filled in', () => {
    const config = loadConfig({ ...linesOf(template), SECRET_KEY: key })

    expect(config.environment).toBe(environment)
    expect(config.areRateLimitsOn).toBe(true)
  })

  test('contains no secret', () => {
    const values = linesOf(template, { all: true })
    const secrets = variableNames.filter((name) => /SECRET|TOKEN|_KEY$|SMTP_URL/.test(name))

    expect(secrets).toContain('SECRET_KEY')
    expect(secrets.map((name) => values[name])).toEqual(secrets.map(() => ''))
  })

  test('shows the default of each variable that is commented out', () => {
    const commented = [...template.matchAll(/^# ([A-Z][A-Z_]+)=(.+)$/gm)]
    const defaults = Object.fromEntries(commented.map(([, name, value]) => [name, value]))

    expect(commented.length).toBeGreaterThan(3)
    expect(loadConfig(defaults)).toEqual(loadConfig({}))
  })
})

test('production requires the secret that its template leaves empty', () => {
  expect(() => loadConfig(linesOf(envTemplate('production')))).toThrow('SECRET_KEY must be set')
  expect(loadConfig(linesOf(envTemplate('staging'))).secretKeys).toEqual([])
  expect(loadConfig(linesOf(envTemplate('development'))).secretKeys).toEqual([])
})

test('the file names its environment', () => {
  expect(envFileName('staging')).toBe('incasso-staging.env')
})

test('unchanged sample keys stop the start', () => {
  const samples = clerkSetup.keys.samples.map(({ name, value }) => [name, value] as const)
  const start = () => loadConfig(Object.fromEntries(samples))

  expect(samples).toHaveLength(3)
  expect(start).toThrow(ConfigError)
  for (const [name] of samples) expect(start).toThrow(name)
})
