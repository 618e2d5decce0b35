import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TeamRole } from '#server/features/team/team.schema.ts'
import { runLedgerCheck } from '#server/ops/check/ledger-check.ts'
import { runs } from '../support/runs.ts'
import { createTeamMember, tokenOf } from '../support/team.ts'
import { type Person, type TestApp, testApp } from '../support/test-app.ts'

const role = fc.constantFrom<TeamRole>('owner', 'staff')
const who = fc.nat(3)
const step = fc.oneof(
  fc.record({ does: fc.constant('invite' as const), who, role }),
  fc.record({ does: fc.constant('accept' as const), who, invitation: fc.nat(5) }),
  fc.record({ does: fc.constant('changeRole' as const), who, whom: who, role }),
  fc.record({ does: fc.constant('remove' as const), who, whom: who }),
  fc.record({ does: fc.constant('leave' as const), who }),
  fc.record({ does: fc.constant('revoke' as const), who, invitation: fc.nat(5) }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
type TeamInvitations = { id: string; link: string }[]

const itemAt = <T>(list: readonly T[], index: number): T => list[index % list.length] as T

function runAction(people: Person[], invitations: TeamInvitations, action: Step): Promise<unknown> {
  const { api } = itemAt(people, action.who)
  if (action.does === 'invite') {
    return api.team.invite
      .mutate({ role: action.role })
      .then((invited) => invitations.push(invited))
  }
  if (action.does === 'leave') return api.team.leave.mutate({})
  if (action.does === 'remove') {
    return api.team.remove.mutate({ userId: itemAt(people, action.whom).id })
  }
  if (action.does === 'changeRole') {
    return api.team.changeRole.mutate({ userId: itemAt(people, action.whom).id, role: action.role })
  }
  if (invitations.length === 0) return Promise.resolve()
  const { id, link } = itemAt(invitations, action.invitation)
  return action.does === 'accept'
    ? api.team.accept.mutate({ token: tokenOf({ link }) })
    : api.team.revokeInvitation.mutate({ id })
}

/** Expects the rules that hold after any order of steps, refused ones included. */
async function assertConsistent(app: TestApp): Promise<void> {
  const members = await app.db.selectFrom('merchantMembers').selectAll().execute()
  expect(members.filter(({ role: memberRole }) => memberRole === 'owner').length).toBeGreaterThan(0)
  expect(new Set(members.map(({ subject }) => subject)).size).toBe(members.length)
  const accepted = await app.db
    .selectFrom('merchantInvitations')
    .select('acceptedBy')
    .where('acceptedAt', 'is not', null)
    .execute()
  const { joined } = await app.db
    .selectFrom('auditLog')
    .select((eb) => eb.fn.countAll<number>().as('joined'))
    .where('action', '=', 'member.joined')
    .executeTakeFirstOrThrow()
  expect(accepted).toHaveLength(Number(joined))
}

test('no sequence of changes, two at a time, leaves a merchant without an owner', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(step, step), { minLength: 1, maxLength: 12 }),
      async (pairs) => {
        await using app = await testApp()
        const alice = await app.person()
        const people = [
          alice,
          await createTeamMember(app, alice, 'owner'),
          await createTeamMember(app, alice, 'staff'),
          await app.person({ isOnboarded: false }),
        ]
        const invitations: TeamInvitations = []

        for (const pair of pairs) {
          const outcomes = await Promise.allSettled(
            pair.map((action) => runAction(people, invitations, action)),
          )
          for (const outcome of outcomes) {
            if (outcome.status === 'fulfilled') continue
            expect(['forbidden', 'not_found', 'conflict']).toContain(outcome.reason.data?.code)
          }
          await assertConsistent(app)
        }
        expect((await runLedgerCheck(app.world)).findings).toEqual([])
      },
    ),
    { numRuns: runs(15, 4) },
  )
})
