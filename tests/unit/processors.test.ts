import { expect, test } from 'vitest'
import { pageProcessor } from '#client/processors/registry.ts'
import { stepIds } from '#client/routes/_app/-clerk-setup/step-tracker.tsx'
import { clerkSetup as english } from '#client/texts/en/clerk-setup.ts'
import { clerkSetup as italian } from '#client/texts/it/clerk-setup.ts'
import { loadConfig } from '#server/config/config.ts'
import { secretBox } from '#server/core/secrets/secret-box.ts'
import { createProcessors } from '#server/services/processors/processors-of.ts'
import { plugins } from '#server/services/processors/registry.ts'

const processors = createProcessors({
  config: loadConfig({
    DATABASE_URL: 'file:none.db',
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  }),
  db: undefined as never,
  box: secretBox([Buffer.alloc(32, 7)]),
})

test.each(plugins)(
  '$name has the parts that its plug-in declares, at the server and in the page',
  (plugin) => {
    const { accounts, script } = processors.named(plugin.name)
    const page = pageProcessor(plugin.name)

    expect(accounts !== undefined).toBe(plugin.accountForm !== undefined)
    expect(script !== undefined).toBe(plugin.hasScript === true)
    expect(page?.CardFields !== undefined).toBe(script !== undefined)
    expect(page?.label).toBe(accounts && plugin.label)
    const known = plugin.accountForm?.permissions ?? []
    expect(known).toEqual(expect.arrayContaining([...(accounts?.neededForHistory ?? [])]))
  },
)

test('each processor has one name', () => {
  const names = plugins.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

test('the steps of the Clerk guide match its dictionaries', () => {
  for (const { steps } of [english, italian]) expect(steps.map(({ id }) => id)).toEqual(stepIds)
})
