import { expect, test } from 'vitest'
import { findMerchant } from '#server/features/merchants/merchants.queries.ts'
import { actingMerchantOf } from '#server/features/merchants/merchants.rules.ts'
import { closeMonth } from '#server/features/months/close-month.ts'
import { readMonth } from '#server/features/months/read-months.ts'
import { readUntilCrash } from '../support/balance-reader.ts'
import { takePayments } from '../support/balances.ts'
import { runUntilCrash } from '../support/crashes.ts'
import { freshDatabase } from '../support/database.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { runs } from '../support/runs.ts'
import { testApp } from '../support/test-app.ts'

/** Statements at which the closing process is killed. */
const closingKills = [
  'insert into "?closed_months',
  'insert into "?closed_month_rows',
  'insert into "?audit_log',
]

const MONTH = '2026-03'
const LIMIT_MS = 600_000

/** Closes the month as another process would, and ends before a statement that matches the pattern. */
const closeUntilCrash = (call: { url: string; nowMs: number; merchantId: string }, pattern = '') =>
  runUntilCrash({ url: call.url, now: () => call.nowMs }, { pattern }, async (world) => {
    const row = await findMerchant(world.db, call)
    if (!row) throw new Error('there is no such merchant')
    const actor = { type: 'system', job: 'close-month' } as const
    const caller = { actor, requestId: 'req_month', address: null }
    const merchant = actingMerchantOf(row)
    await closeMonth({ ...world, ...caller, merchant }, { month: MONTH, taxes: [] })
  })

const costsOf = (lines: readonly { amount: string; count: number }[]) => ({
  count: lines.reduce((sum, { count }) => sum + count, 0),
  amount: lines.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0),
})

test(
  'entries that are recorded while their month is closed are in it or in a correction, never in both',
  async () => {
    for (let run = 0; run < runs(3, 2); run++) {
      const fresh = await freshDatabase()
      await using _removed = { [Symbol.asyncDispose]: fresh.remove }
      let merchantId = ''
      {
        await using app = await testApp({ fresh })
        app.clock.set('2026-03-31T12:00:00.000Z')
        const alice = await app.person()
        merchantId = alice.merchant.id
        await takePayments(alice, 60)
      }
      const at = { url: fresh.url, nowMs: Date.parse('2026-04-01T12:00:00.000Z') }
      const close = (pattern?: string) => closeUntilCrash({ ...at, merchantId }, pattern)
      const read = () => readUntilCrash(at)

      for (const pattern of closingKills) expect(await close(pattern)).toBe('SIGKILL')
      const exits = await Promise.all([read(), close(), close()])
      await read()

      expect(exits).toEqual([0, 0, 0])
      await using app = await testApp({ fresh })
      app.clock.set('2026-04-02T12:00:00.000Z')
      const row = await findMerchant(app.db, { merchantId })
      if (!row) throw new Error('there is no such merchant')
      const reading = { db: app.db, now: app.clock.now, merchant: actingMerchantOf(row) }
      const get = (month: string) => readMonth(reading, { month })
      const march = await get(MONTH)
      const april = await get('2026-04')
      expect(march.state).toBe('closed')
      const lateFees = april.corrections.filter(({ section }) => section === 'fees')
      expect(costsOf([...march.fees, ...lateFees])).toEqual({ count: 60, amount: 60 * 165 })
      expect(april.corrections.filter(({ section }) => section === 'gross')).toEqual([])
      expect(await ledgerFindings(app)).toEqual([])
    }
  },
  LIMIT_MS,
)
