import { expect, test } from 'vitest'
import { freshDatabase } from '../support/database.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { createLink } from '../support/pay-page.ts'
import { type JobCall, runJobInProcess } from '../support/run-job.ts'
import { testApp } from '../support/test-app.ts'
import { goLive } from '../support/two-modes.ts'

const DAY_MS = 24 * 60 * 60_000
const TITLES = ['Breakfast', 'Dinner', 'Lunch']

/**
 * Statements at which the process is killed: when the reminder is leased, written, counted, noted, committed, and after
 * it.
 */
const kills: readonly (readonly [pattern: string, occurrence: number])[] = [
  ['reminder_leased_until', 2],
  ['insert into "?mails', 1],
  ['set .*"?reminded"? =', 1],
  ['insert into "?audit_log', 1],
  ['^commit', 2],
  ['insert into "?audit_log', 2],
]

const remindInProcess = (...call: JobCall) => runJobInProcess('reminders', ...call)

/** Time limit for about a dozen processes, started one after the other. */
const LEASE_MS = 600_000

test(
  'each reminder is sent once when a process is killed at any of its statements',
  async () => {
    const fresh = await freshDatabase()
    await using _removed = { [Symbol.asyncDispose]: fresh.remove }
    const mailer = { send: async () => {} }
    let nowMs = 0
    {
      await using app = await testApp({ fresh, mailer })
      const { live } = await goLive(app, await app.person({ timezone: 'Europe/Rome' }))
      const bank = { iban: 'IT60X0542811101000000123456', holder: 'Bar' }
      await live.api.processorAccounts.connectTransfer.mutate(bank)
      const person = { name: 'Ada Rossi', email: 'ada@example.com' }
      const { id: customerId } = await live.api.customers.create.mutate(person)
      for (const title of TITLES) {
        const { id } = await createLink(live, { title, customerId, maxUses: 1 })
        await live.api.paymentLinks.send.mutate({ id, hasReminders: true })
      }
      nowMs = app.clock.now() + 3 * DAY_MS
    }

    const exits = []
    for (const killPoint of kills) {
      exits.push(await remindInProcess(fresh.url, nowMs, ...killPoint))
      // The lease of the killed process has expired by then.
      nowMs += 60_000
    }
    exits.push(await remindInProcess(fresh.url, nowMs))
    await Promise.all([remindInProcess(fresh.url, nowMs), remindInProcess(fresh.url, nowMs)])

    expect(exits).toEqual([...kills.map(() => 'SIGKILL'), 0])
    await using app = await testApp({ fresh, mailer })
    const links = await app.db
      .selectFrom('paymentLinks')
      .select(['title', 'sent', 'reminded'])
      .orderBy('title')
      .execute()
    expect(links).toEqual(TITLES.map((title) => ({ title, sent: 2, reminded: 1 })))
    const mails = await app.db
      .selectFrom('mails')
      .select('objectId')
      .where('kind', '=', 'payment_reminder')
      .execute()
    expect(mails).toHaveLength(TITLES.length)
    expect(await ledgerFindings(app)).toEqual([])
  },
  LEASE_MS,
)
