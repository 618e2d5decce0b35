import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { up } from '#db/migrations/2026-11-28T19-40-method-sums.ts'
import { portableFor } from '#db/portable.ts'
import { rebuildRollups } from '#server/features/merchants/rebuild-rollups.ts'
import { methodOfType } from '#server/shared/money/used-method.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { payment } from '../support/make.ts'
import { createOnlineProcessor, depsWithProcessor } from '../support/online-processor.ts'
import { type Person, type TestApp, testApp } from '../support/test-app.ts'

/** A payment to take: its tile, its currency and the type that the processor reports; null reports none. */
type PaymentToTake = { paymentMethod: 'card' | 'paypal'; currency?: 'GBP'; type: string | null }

const wanted: PaymentToTake[] = [
  { paymentMethod: 'card', type: 'card' },
  { paymentMethod: 'card', type: 'card' },
  { paymentMethod: 'card', type: 'ideal' },
  { paymentMethod: 'card', type: 'ideal', currency: 'GBP' },
  { paymentMethod: 'card', type: 'sandbox' },
  { paymentMethod: 'card', type: null },
  { paymentMethod: 'paypal', type: 'paypal' },
  { paymentMethod: 'paypal', type: null },
]

async function takePayments(
  types: readonly PaymentToTake[],
): Promise<{ app: TestApp; ada: Person }> {
  let type: string | null = null
  let isDeclined = false
  const processor = createOnlineProcessor({
    pay: async () => ({
      ...(isDeclined
        ? ({ stage: 'failed', reason: 'card_declined' } as const)
        : ({ stage: 'succeeded' } as const)),
      ...(type !== null && { method: methodOfType(type) }),
    }),
  })
  const app = await testApp({ deps: depsWithProcessor(processor) })
  const ada = await app.person()
  for (const { paymentMethod, currency = 'EUR', type: reported } of types) {
    type = reported
    const order = payment({ amount: '10.00', paymentMethod, currency })
    await ada.api.transactions.create.mutate(order)
  }
  type = 'klarna'
  isDeclined = true
  await ada.api.transactions.create.mutate(payment({ paymentMethod: 'card' }))
  return { app, ada }
}

const amounts = (count: number, currency = 'EUR') => ({ currency, amount: `${count * 10}.00` })

const shares = [
  {
    paymentMethod: 'card',
    type: 'card',
    count: 2,
    amounts: [amounts(2)],
  },
  { paymentMethod: 'card', type: 'ideal', count: 2, amounts: [amounts(1), amounts(1, 'GBP')] },
  { paymentMethod: 'card', type: null, count: 2, amounts: [amounts(2)] },
  { paymentMethod: 'paypal', type: 'paypal', count: 1, amounts: [amounts(1)] },
  { paymentMethod: 'paypal', type: null, count: 1, amounts: [amounts(1)] },
]

const countRows = async ({ rest }: Person, query: string): Promise<number> =>
  (await rest('GET', `/api/transactions?limit=100&${query}`)).json().length

test('successful payments are counted and summed by what payers used, and add up to the tiles', async () => {
  const { app, ada } = await takePayments(wanted)
  await using _ = app

  const byType = await ada.api.analytics.methodTypes.query()
  const byTile = await ada.api.analytics.paymentMethods.query()

  // Types with equally many payments have no order.
  expect(byType.toSorted(byName)).toEqual(shares.toSorted(byName))
  expect(byTile).toEqual([
    { name: 'Credit Card', value: 6 },
    { name: 'PayPal', value: 2 },
  ])
  for (const { paymentMethod, type, count } of byType) {
    const query = `status=success&paymentMethod=${paymentMethod}&methodType=${type ?? 'unreported'}`
    expect([query, await countRows(ada, query)]).toEqual([query, count])
  }
  expect(await countRows(ada, 'methodType=unreported')).toBe(3)
  expect(await ada.api.analytics.methodTypes.query({ currency: 'GBP', range: '7d' })).toEqual([
    { paymentMethod: 'card', type: 'ideal', count: 1, amounts: [amounts(1, 'GBP')] },
  ])
  expect(await ledgerFindings(app)).toEqual([])
})

const byName = (one: object, other: object) =>
  JSON.stringify(one).localeCompare(JSON.stringify(other))

test('the sums by type are the same after a rebuild and after the migration that adds them', async () => {
  const { app, ada } = await takePayments(wanted)
  await using _ = app
  const before = await ada.api.analytics.methodTypes.query()

  await rebuildRollups(app.world, { merchantId: ada.merchant.id })
  const rebuilt = await ada.api.analytics.methodTypes.query()
  const plain = app.database.db.withoutPlugins()
  await sql`drop table rollup_method_days`.execute(plain)
  await up(plain as never, portableFor(app.database.dialect))

  expect(rebuilt).toEqual(before)
  expect(await ada.api.analytics.methodTypes.query()).toEqual(before)
  expect(await ledgerFindings(app)).toEqual([])
})

test('a merchant sees none of the sums of another', async () => {
  const { app } = await takePayments(wanted)
  await using _ = app
  const bob = await app.person()

  expect(await bob.api.analytics.methodTypes.query()).toEqual([])
})
