import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { STRIPE_API_VERSION } from '#server/services/processors/stripe/stripe-client.ts'
import { codesOfStripe } from '#server/services/processors/stripe/stripe-declines.rules.ts'
import { unmappedCodes } from '../support/stripe/unmapped-codes.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

test('the Stripe API version is that of its package, so that an upgrade is a decision', () => {
  const [, version] =
    /ApiVersion = '([^']+)'/.exec(read('node_modules/stripe/esm/apiVersion.js')) ?? []

  expect(STRIPE_API_VERSION).toBe(version)
})

test('no module of the server loads Stripe’s package before its first use', () => {
  const folder = new URL('../../src-server', import.meta.url)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )

  const importingFiles = files.filter((name) =>
    /^import (?!type ).*from 'stripe'/m.test(read(`src-server/${name}`)),
  )

  expect(files.length).toBeGreaterThan(300)
  expect(importingFiles).toEqual([])
})

test('every code in the package is mapped, or known to mean only that a card was declined', () => {
  const types = read('node_modules/stripe/esm/resources/PaymentIntents.d.ts')
  const [, union = ''] = /type Code = ('account_closed'[^;]*);/.exec(types) ?? []
  const namedCodes = [...union.matchAll(/'([^']+)'/g)].map(([, code = '']) => code)
  const knownCodes = new Set([...Object.keys(codesOfStripe), ...unmappedCodes])

  expect(namedCodes.length).toBeGreaterThan(200)
  expect(namedCodes.filter((code) => !knownCodes.has(code))).toEqual([])
  expect(unmappedCodes.filter((code) => Object.hasOwn(codesOfStripe, code))).toEqual([])
  expect(unmappedCodes.filter((code) => !namedCodes.includes(code))).toEqual([])
})
