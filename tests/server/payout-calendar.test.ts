import { expect, test } from 'vitest'
import { createSandboxPayout } from '../support/balances.ts'
import { testApp } from '../support/test-app.ts'

test('a payout is on the day of its arrival in the merchant’s zone, also after midnight', async () => {
  await using app = await testApp()
  const rome = await app.person({ timezone: 'Europe/Rome' })
  const other = await app.person({ timezone: 'America/New_York' })
  // It arrives a day later: on 31 March at 22:30 UTC, which is 1 April in Rome.
  app.clock.set('2026-03-30T22:30:00.000Z')
  await rome.signIn()
  const id = await createSandboxPayout(app, rome)

  expect(await rome.api.payouts.month.query({ month: '2026-03' })).toEqual([])
  expect(await rome.api.payouts.month.query({ month: '2026-04' })).toEqual([
    { id, day: '2026-04-01', status: 'in_transit', amount: '98.35', currency: 'USD' },
  ])
  await other.signIn()
  expect(await other.api.payouts.month.query({ month: '2026-03' })).toEqual([])
  expect(await other.api.payouts.month.query({ month: '2026-04' })).toEqual([])
})
