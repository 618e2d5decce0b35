import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runLedgerCheck } from '#server/ops/check/ledger-check.ts'
import { keyCaller } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { runs } from '../support/runs.ts'
import { SETTLEMENT_MS, testApp } from '../support/test-app.ts'

const DAY_MS = 86_400_000
const currencies = ['EUR', 'USD', 'GBP'] as const
const mails = ['ada@example.com', 'bob@example.com', 'cia@example.com'] as const

test('first payments that are settled at once count a customer once', async () => {
  await using app = await testApp()
  const alice = await app.person()
  // A key outlives the month; a session would not.
  const { rest } = await keyCaller(app, alice)
  for (let month = 0; month < 2; month++) {
    for (const currency of currencies) {
      for (const customerEmail of mails) {
        const paid = await rest('POST', '/api/payments', payment({ currency, customerEmail }))
        expect(paid.status).toBeLessThan(300)
      }
    }
    app.clock.advance(SETTLEMENT_MS)
    await Promise.all([app.settle(), app.settle(), app.settle()])
    if (month === 0) app.clock.advance(31 * DAY_MS)
  }

  const summary = await rest('GET', '/api/analytics/summary')
  expect(summary.json().retention).toMatchObject({
    paid: mails.length,
    returned: mails.length,
    value: 100,
  })
  expect((await runLedgerCheck(app.world)).findings).toEqual([])
})

const step = fc.record({
  currency: fc.constantFrom(...currencies),
  customerEmail: fc.constantFrom(...mails),
  waitDays: fc.constantFrom(0, 0, 3, 20, 40),
})

test('the counts of payers and returning payers of a month match the payments', async () => {
  await using app = await testApp()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const { rest } = await keyCaller(app, await app.person())
      for (const { waitDays, ...of } of steps) {
        app.clock.advance(waitDays * DAY_MS)
        expect((await rest('POST', '/api/payments', payment(of))).status).toBeLessThan(300)
        app.clock.advance(SETTLEMENT_MS)
        await app.settle()
      }
      expect((await runLedgerCheck(app.world)).findings).toEqual([])
    }),
    { numRuns: runs(20, 6) },
  )
})
