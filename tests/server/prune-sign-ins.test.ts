import { expect, test } from 'vitest'
import { pruneSignIns } from '#server/jobs/prune-sign-ins.ts'
import { type TestApp, testApp } from '../support/test-app.ts'

const HOUR_MS = 3_600_000
const MANY = 450

const at = (app: TestApp, ms: number) => new Date(app.clock.now() + ms).toISOString()

/** Adds rows as the identity library stores them, with this time until they end. */
async function addSessions(app: TestApp, userId: string, count: number, endsInMs: number) {
  const rows = Array.from({ length: count }, (_, i) => ({
    id: `s${endsInMs}x${i}`,
    userId,
    token: `t${endsInMs}x${i}`,
    expiresAt: at(app, endsInMs),
    ipAddress: null,
    userAgent: null,
    createdAt: at(app, -HOUR_MS),
    updatedAt: at(app, -HOUR_MS),
    confirmedAt: null,
  }))
  await app.db.insertInto('authSessions').values(rows).execute()
}

async function addVerifications(app: TestApp, count: number, endsInMs: number) {
  const rows = Array.from({ length: count }, (_, i) => ({
    id: `v${endsInMs}x${i}`,
    identifier: `i${endsInMs}x${i}`,
    value: 'v',
    expiresAt: at(app, endsInMs),
    createdAt: at(app, -HOUR_MS),
    updatedAt: at(app, -HOUR_MS),
  }))
  await app.db.insertInto('authVerifications').values(rows).execute()
}

test('sessions, links and invitations that ended are removed, and no others', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const ended = await alice.api.team.invite.mutate({ role: 'staff' })
  const revoked = await alice.api.team.invite.mutate({ role: 'staff' })
  await alice.api.team.revokeInvitation.mutate({ id: revoked.id })
  app.clock.advance(7 * 24 * HOUR_MS)
  await alice.signIn()
  const open = await alice.api.team.invite.mutate({ role: 'staff' })
  await addSessions(app, alice.id, MANY, -1)
  await addSessions(app, alice.id, 3, HOUR_MS)
  await addVerifications(app, MANY, 0)
  await addVerifications(app, 3, 1)

  // The session from a week ago has reached its maximum lifetime.
  expect(await pruneSignIns(app.world)).toBe(MANY + 1 + MANY + 2)

  expect(await app.count('authSessions')).toBe(3 + 1)
  expect(await app.count('authVerifications')).toBe(3)
  expect((await alice.api.team.list.query()).invitations.map(({ id }) => id)).toEqual([open.id])
  expect(ended.id).not.toBe(open.id)
  expect((await alice.rest('GET', '/api/merchants')).status).toBe(200)
  expect(await pruneSignIns(app.world)).toBe(0)
})

test('each batch is committed before the next one begins', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await addSessions(app, alice.id, MANY, -1)
  const remaining: number[] = []
  const db = app.db.withPlugin({
    transformQuery: ({ node }) => node,
    // Counts after each batch that removed rows.
    transformResult: async ({ result }) => {
      if ((result.numAffectedRows ?? 0n) > 0n) remaining.push(await app.count('authSessions'))
      return result
    },
  })

  await pruneSignIns({ db, now: app.world.now })

  expect(remaining).toEqual([251, 51, 1])
})
