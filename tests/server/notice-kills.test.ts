import { expect, test } from 'vitest'
import { freshDatabase } from '../support/database.ts'
import { payment } from '../support/make.ts'
import { runJobInProcess } from '../support/run-job.ts'
import { createTeamMember } from '../support/team.ts'
import { testApp } from '../support/test-app.ts'

type KillPoint = readonly [pattern: string, occurrence: number]

/** Statements of recording a dispute: its row, each of its notices, the payment's sums, and the commit. */
const openingKills: readonly KillPoint[] = [
  ['insert into "?disputes', 1],
  ['insert into "?notices', 1],
  ['insert into "?notices', 3],
  ['update "?transactions', 1],
  ['^commit', 1],
]

/** Statements of mailing a notice to two people: its lease, each mail, the record that they are queued, the commit. */
const mailingKills: readonly KillPoint[] = [
  ['set "?leased_until', 1],
  ['insert into "?mails', 1],
  ['insert into "?mails', 2],
  ['set .*"?mailed_at"?', 1],
  ['^commit', 1],
]

/** Kills of a full drill are set by hand; a dispute meets each of them once. */
const KILLS = Number(process.env.NOTICE_KILLS ?? openingKills.length + mailingKills.length)
const disputes = Array.from(
  { length: Math.ceil(KILLS / (openingKills.length + mailingKills.length)) },
  (_, index) => index + 1,
)

const KILL_MS = 600_000

test.each(disputes)(
  'dispute %i has one notice, and each member one mail, when processes are killed at any statement',
  async () => {
    const fresh = await freshDatabase()
    await using _removed = { [Symbol.asyncDispose]: fresh.remove }
    const mailer = { send: async () => {} }
    let nowMs = 0
    {
      await using app = await testApp({ fresh, mailer })
      const owner = await app.person()
      const staff = await createTeamMember(app, owner)
      await staff.api.notices.choose.mutate({ kind: 'dispute_opened', choice: 'both' })
      await owner.rest('POST', '/api/payments', payment({ amount: '80.00' }))
      await app.idle()
      nowMs = app.clock.now()
    }

    const exits = []
    for (const [job, kills] of [
      ['dispute', openingKills],
      ['notices', mailingKills],
    ] as const) {
      for (const kill of kills) {
        exits.push(await runJobInProcess(job, fresh.url, nowMs, ...kill))
        // The lease of the killed process has expired by then.
        nowMs += 60_000
      }
      exits.push(await runJobInProcess(job, fresh.url, nowMs))
    }
    const twice = [1, 2].map(() => runJobInProcess('notices', fresh.url, nowMs))
    exits.push(...(await Promise.all(twice)))

    const killed = (kills: readonly KillPoint[]) => kills.map(() => 'SIGKILL')
    expect(exits).toEqual([...killed(openingKills), 0, ...killed(mailingKills), 0, 0, 0])
    await using app = await testApp({ fresh, mailer })
    const notices = await app.db
      .selectFrom('notices')
      .select(['kind', 'mailedAt'])
      .orderBy('createdAt')
      .execute()
    expect(notices).toEqual([
      { kind: 'dispute_opened', mailedAt: expect.any(String) },
      { kind: 'dispute_due_in_five_days', mailedAt: null },
      { kind: 'dispute_due_in_one_day', mailedAt: null },
    ])
    const mails = await app.db
      .selectFrom('mails')
      .select('recipient')
      .where('kind', '=', 'notice')
      .orderBy('recipient')
      .execute()
    expect(mails).toEqual([
      { recipient: 'person1@example.com' },
      { recipient: 'person2@example.com' },
    ])
  },
  KILL_MS,
)
