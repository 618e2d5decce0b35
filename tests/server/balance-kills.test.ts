import { expect, test } from 'vitest'
import { listLedgerBalances } from '#server/features/ledger/ledger.queries.ts'
import { readInProcess, readUntilCrash } from '../support/balance-reader.ts'
import { takePayments } from '../support/balances.ts'
import { freshDatabase } from '../support/database.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { testApp } from '../support/test-app.ts'

/** `BALANCE_KILLS=…` kills processes, as a drill; by default the job is cut off from the database in this process. */
const read = process.env.BALANCE_KILLS === undefined ? readUntilCrash : readInProcess

/** Statements at which the process is killed: each step of the reading and of the ledger. */
const readingKills = [
  'insert into "?balance_accounts',
  'insert into "?balance_entries',
  'insert into "?balance_totals',
  '"?payment_position"? =',
  'insert into "?ledger_accounts',
  'insert into "?ledger_postings',
  'insert into "?ledger_balances',
]
/** The same for a payout. */
const payoutKills = [
  'insert into "?payouts',
  'set "?payout_id"?',
  'update "?payouts',
  'insert into "?balance_totals',
  'set "?ledger_generation"?',
]

/** Longer than a lease of the process that was killed. */
const LEASE_MS = 61_000

/** Time limit of the drill for about fifteen processes, started one after the other. */
const LIMIT_MS = 600_000

test(
  'entries, payouts and ledger are whole when a process is killed at any of their statements',
  async () => {
    const fresh = await freshDatabase()
    await using _removed = { [Symbol.asyncDispose]: fresh.remove }
    let nowMs = 0
    let merchantId = ''
    {
      await using app = await testApp({ fresh })
      app.clock.set('2026-03-11T12:00:00.000Z')
      const alice = await app.person()
      merchantId = alice.merchant.id
      const [first] = await takePayments(alice, 10)
      await alice.rest('POST', `/api/transactions/${first.id}/refunds`, { amount: '40.00' })
      nowMs = app.clock.now() + 11_000
    }

    const run = (atMs: number, pattern = '') =>
      read({ url: fresh.url, nowMs: atMs, killAt: { pattern } })
    const exits = []
    for (const pattern of readingKills) {
      exits.push(await run(nowMs, pattern))
      nowMs += LEASE_MS
    }
    exits.push(await run(nowMs))
    nowMs = Date.parse('2026-03-12T06:00:00.000Z')
    for (const pattern of payoutKills) {
      exits.push(await run(nowMs, pattern))
      nowMs += LEASE_MS
    }
    exits.push(await run(nowMs))
    await Promise.all([run(nowMs), run(nowMs)])

    const killed = (patterns: readonly string[]) => patterns.map(() => 'SIGKILL')
    expect(exits).toEqual([...killed(readingKills), 0, ...killed(payoutKills), 0])
    await using app = await testApp({ fresh })
    const entries = await app.db.selectFrom('balanceEntries').select(['type', 'amount']).execute()
    const ofType = (type: string) => entries.filter((entry) => entry.type === type)
    expect([ofType('charge').length, ofType('refund').length]).toEqual([10, 1])
    const payouts = await app.db.selectFrom('payouts').select(['amount', 'contents']).execute()
    expect(payouts.map((row) => ({ ...row, amount: Number(row.amount) }))).toEqual([
      { amount: 94_350, contents: 'complete' },
    ])
    const balances = await listLedgerBalances(app.db, { merchantId })
    const processor = balances.find(({ kind }) => kind === 'processor')
    expect(Number(processor?.debits) - Number(processor?.credits)).toBe(0)
    expect(await ledgerFindings(app)).toEqual([])
  },
  LIMIT_MS,
)
