import { expect, test } from 'vitest'
import { freshDatabase } from '../support/database.ts'
import type { JobStep } from '../support/job-steps.ts'
import { takePayment } from '../support/notice-shop.ts'
import { endAtEveryStatement, runInProcess, runUntilCut } from '../support/step-runs.ts'
import { createTeamMember } from '../support/team.ts'
import { testApp } from '../support/test-app.ts'

/**
 * `NOTICE_KILLS=300` runs this test as a drill, which kills processes; by default the job is cut off from the database
 * in this process. Either way each dispute ends before its first statement, then before its second, and so on.
 */
const { NOTICE_KILLS } = process.env
const kills = Number(NOTICE_KILLS ?? 1)
const run = NOTICE_KILLS === undefined ? runUntilCut : runInProcess
/** Longer than a lease of the process that was killed. */
const LEASE_MS = 61_000
const LIMIT_MS = 3_600_000
const TWO_MEMBERS = 2

test(
  'a dispute has each notice once, and each member one mail, when processes are killed at any statement',
  async () => {
    const fresh = await freshDatabase()
    await using _removed = { [Symbol.asyncDispose]: fresh.remove }
    await using app = await testApp({ fresh, mailer: { send: async () => {} } })
    const owner = await app.person()
    const staff = await createTeamMember(app, owner)
    await staff.api.notices.choose.mutate({ kind: 'dispute_opened', choice: 'both' })
    const killed = { dispute: 0, notices: 0 }
    const runNow = (now: Omit<JobStep, 'url' | 'nowMs'>) =>
      run({ url: fresh.url, nowMs: app.clock.now(), ...now })
    const endEverywhere = async (step: 'dispute' | 'notices', paymentId: string) => {
      killed[step] += await endAtEveryStatement((killAt) => {
        app.clock.advance(LEASE_MS)
        return runNow({ step, paymentId, killAt })
      })
    }

    let disputes = 0
    for (; killed.dispute + killed.notices < kills; disputes++) {
      await owner.signIn()
      const { id } = await takePayment(app, owner)
      await endEverywhere('dispute', id)
      await endEverywhere('notices', id)
    }
    const twice = [1, 2].map(() => runNow({ step: 'notices' }))

    expect(await Promise.all(twice)).toEqual([0, 0])
    // Each of a dispute's statements was met: its row, three notices, their mails and the commits are more than these.
    expect(killed.dispute).toBeGreaterThan(8 * disputes)
    expect(killed.notices).toBeGreaterThan(8 * disputes)
    const notices = await app.db
      .selectFrom('notices')
      .select(['objectId', 'kind', 'mailedAt'])
      .execute()
    const mailed = notices.map(({ kind, mailedAt }) => `${kind} ${mailedAt === null}`)
    expect(countOf(mailed)).toEqual({
      'dispute_opened false': disputes,
      'dispute_due_in_five_days true': disputes,
      'dispute_due_in_one_day true': disputes,
    })
    expect(new Set(notices.map(({ objectId }) => objectId)).size).toBe(disputes)
    const mails = await app.db
      .selectFrom('mails')
      .select(['objectId', 'recipient'])
      .where('kind', '=', 'notice')
      .execute()
    expect(new Set(mails.map(({ objectId }) => objectId)).size).toBe(mails.length)
    expect(mails).toHaveLength(TWO_MEMBERS * disputes)
    expect(countOf(mails.map(({ recipient }) => recipient))).toEqual({
      [owner.email]: disputes,
      [staff.email]: disputes,
    })
    const { dispute, notices: mailing } = killed
    process.stdout.write(`${disputes} disputes, ${dispute} kills recording, ${mailing} mailing\n`)
  },
  LIMIT_MS,
)

function countOf(texts: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const text of texts) counts[text] = (counts[text] ?? 0) + 1
  return counts
}
