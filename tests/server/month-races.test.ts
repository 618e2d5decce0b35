import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { findMerchant } from '#server/features/merchants/merchants.queries.ts'
import { actingMerchantOf } from '#server/features/merchants/merchants.rules.ts'
import { readMonth } from '#server/features/months/read-months.ts'
import { takePayments } from '../support/balances.ts'
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

const scripts = fileURLToPath(new URL('../support/', import.meta.url))
const LIMIT_MS = 600_000

/** Runs a script in a process of its own. Returns the signal that ended it, or its exit code. */
async function runProcess(script: string, ...args: readonly string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', `${scripts}${script}`, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code, signal] = await once(child, 'exit')
  return signal ?? code
}

const costsOf = (lines: readonly { amount: string; count: number }[]) => ({
  count: lines.reduce((sum, { count }) => sum + count, 0),
  amount: lines.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0),
})

test(
  'entries that are recorded while their month is closed are in it or in a correction, never in both',
  async () => {
    for (let run = 0; run < runs(3, 1); run++) {
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
      const nowMs = String(Date.parse('2026-04-01T12:00:00.000Z'))
      const close = (pattern = '') =>
        runProcess('month-process.ts', fresh.url, nowMs, merchantId, '2026-03', pattern)
      const read = () => runProcess('balance-process.ts', fresh.url, nowMs, '')

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
      const march = await get('2026-03')
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
