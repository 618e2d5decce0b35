import { expect, test } from 'vitest'
import { runBalanceCheck } from '#server/ops/check/balance-check.ts'
import { readInProcess, readUntilCrash } from '../support/balance-reader.ts'
import { freshDatabase } from '../support/database.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { book, withdraw } from '../support/paypal/money.ts'
import { createPayPalShop } from '../support/paypal-shop.ts'
import { pick, randomNumbers } from '../support/random-numbers.ts'
import { runs } from '../support/runs.ts'

/**
 * `BALANCE_KILLS=200` runs this test as a drill, which kills processes; by default the job is cut off from the database
 * in this process.
 */
const { BALANCE_KILLS } = process.env
const kills = Number(BALANCE_KILLS ?? runs(12, 6))
const read = BALANCE_KILLS === undefined ? readUntilCrash : readInProcess
/** Longer than a lease of the process that was killed. */
const LEASE_MS = 61_000
const HOUR_MS = 3_600_000
const LIMIT_MS = 3 * HOUR_MS

test(
  'nothing is lost or doubled when the process that reads and posts is killed again and again',
  async () => {
    const fresh = await freshDatabase()
    await using _removed = { [Symbol.asyncDispose]: fresh.remove }
    await using shop = await createPayPalShop({ fresh })
    const { account, paypal, app } = shop
    await shop.payApproved({ amount: '100.00' })
    const random = randomNumbers(7)
    const exits: (string | number | null)[] = []
    let nowMs = app.clock.now()
    const run = (number = 0) =>
      read({ url: fresh.url, nowMs, killAt: { number }, payPalUrl: paypal.url })

    while (exits.filter((exit) => exit === 'SIGKILL').length < kills) {
      const moment = paypal.contextOf(account)
      for (let row = 0; row < 12; row++) {
        const code = pick(random, ['T0000', 'T1107', 'T0106', 'T2103', 'T9999'])
        const amount = (1 + Math.floor(random() * 20_000)) * (code === 'T0000' ? 1 : -1)
        book(moment, { code, currency: pick(random, ['EUR', 'USD']), amount })
      }
      if (random() < 0.2) withdraw(moment, { currency: 'EUR', amount: 100, fails: random() < 0.5 })
      paypal.advance(LEASE_MS)
      nowMs += LEASE_MS
      const exit = await run(1 + Math.floor(random() * 60))
      expect([0, 'SIGKILL']).toContain(exit)
      exits.push(exit)
    }
    paypal.advance(30 * HOUR_MS)
    nowMs += 30 * HOUR_MS
    expect(await Promise.all([run(), run()])).toEqual([0, 0])
    nowMs += LEASE_MS
    expect(await run()).toBe(0)

    const { rows } = account.money
    const holds = rows.filter(({ code }) => code === 'T2103')
    const moved = rows.filter(({ amount }) => amount !== 0)
    expect(moved.length).toBe(rows.length)
    expect(await app.count('balanceEntries')).toBe(rows.length + holds.length)
    const payouts = await app.db.selectFrom('payouts').select('status').execute()
    const sent = rows.filter(({ code }) => code === 'T0400')
    const returned = rows.filter(({ code }) => code === 'T1101')
    expect(payouts).toHaveLength(sent.length)
    expect(payouts.filter(({ status }) => status === 'failed')).toHaveLength(returned.length)
    expect(await ledgerFindings(app)).toEqual([])
    const lines: string[] = []
    await runBalanceCheck(app.world, (line) => lines.push(line))
    expect(lines).toEqual([])
    process.stdout.write(`${exits.length} readings, ${kills} kills, ${rows.length} rows\n`)
  },
  LIMIT_MS,
)
