import { expect, test } from 'vitest'
import { createLink, openPage, readLink } from '../support/pay-page.ts'
import { testApp } from '../support/test-app.ts'
import { goLive } from '../support/two-modes.ts'

test('a live link without a payment method is paused for both its merchant and its payers', async () => {
  await using app = await testApp()
  const { live } = await goLive(app, await app.person({ timezone: 'Europe/Rome' }))
  const link = await createLink(live)
  const count = async (status: 'active' | 'paused') =>
    (await live.api.paymentLinks.list.query({ status })).total

  const page = await openPage(app, link.path)
  const before = [await count('active'), await count('paused')]

  expect(page.status).toBe(410)
  expect(link).toMatchObject({ status: 'paused', pauseReason: null, pausedUntil: null })
  expect(await readLink(live, link)).toMatchObject({ status: 'paused', pauseReason: null })
  expect(before).toEqual([0, 1])
  const summary = await live.api.paymentLinks.summary.query({})
  expect(summary.byStatus).toEqual([{ status: 'paused', count: 1 }])
  const bank = { iban: 'IT60X0542811101000000123456', holder: 'Bar' }
  await live.api.processorAccounts.connectTransfer.mutate(bank)
  expect(await readLink(live, link)).toMatchObject({ status: 'active' })
  expect([await count('active'), await count('paused')]).toEqual([1, 0])
  expect((await openPage(app, link.path)).status).toBe(200)
})
