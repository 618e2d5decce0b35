import { randomInt } from 'node:crypto'
import type { MerchantInvitationRow } from '#db/tables.ts'
import { type Flow, type FlowClient, type Outcome, uniqueName } from './flow-client.ts'
import type { Owner } from './owner.ts'
import type { Person } from './people.ts'

type InvitationState = {
  creation: Outcome['is']
  /** Known outcomes of later requests about the invitation. */
  revoked?: Outcome['is']
  accepted?: Outcome['is']
}

/**
 * Returns a flow of an owner who invites people. A new person accepts and is removed again, or the owner revokes the
 * invitation.
 */
export function createTeamFlow(
  flowClient: FlowClient,
  owner: Owner,
  people: { take: () => Person | undefined },
): Flow {
  const name = 'invitations'
  const states = new Map<string, InvitationState>()
  const trpc = (procedure: string, body: object) => ({
    method: 'POST',
    path: `/trpc/team.${procedure}`,
    body,
  })

  const accept = async (person: Person, token: string, state: InvitationState) => {
    const headers = { cookie: person.cookie }
    const outcome = await flowClient.sendOnce('acceptances', {
      ...trpc('accept', { token }),
      headers,
    })
    flowClient.reportIfRefused('acceptances', outcome)
    state.accepted = outcome.is
    const { result } = await owner.must({ path: '/trpc/team.list' })
    for (const { userId, isYou } of result.data.members) {
      if (!isYou)
        flowClient.reportIfRefused(name, await owner.sendOnce(name, trpc('remove', { userId })))
    }
  }
  const revoke = async (id: string, state: InvitationState) => {
    state.revoked = (await owner.sendOnce('revocations', trpc('revokeInvitation', { id }))).is
  }

  return {
    name,
    step: async () => {
      const person = people.take()
      const email = person?.email ?? `${uniqueName()}@example.com`
      const outcome = await owner.sendOnce(name, trpc('invite', { role: 'staff', email }))
      const state: InvitationState = { creation: outcome.is }
      states.set(email, state)
      if (outcome.is === 'done') {
        const { id, link } = outcome.json.result.data
        if (person) return accept(person, String(link.split('#')[1]), state)
        if (randomInt(4) > 0) return revoke(String(id), state)
      }
      if (outcome.is === 'refused' && outcome.reason !== 'too_many_invitations') {
        flowClient.reportIfRefused(name, outcome)
      }
      // Only a limited number may be open, so these are revoked.
      const { result } = await owner.must({ path: '/trpc/team.list' })
      for (const { id, email: invitedEmail } of result.data.invitations) {
        const openState = states.get(invitedEmail)
        if (openState) await revoke(id, openState)
      }
    },
    check: async (db) => {
      const rows = await db.selectFrom('merchantInvitations').selectAll().execute()
      const audit = await db
        .selectFrom('auditLog')
        .select(['action', 'objectId', 'after'])
        .execute()
      const auditCount = (action: string, id: string) =>
        audit.filter(
          (each) => each.action === action && (each.objectId === id || each.after?.includes(id)),
        ).length
      for (const [email, state] of states) {
        const own = rows.filter((row) => row.email === email)
        const about = `invitations: that of ${email}`
        if (own.length > 1) flowClient.doubled.push(`${about} is there ${own.length} times`)
        const [row] = own
        if (!row) {
          if (state.creation === 'done') flowClient.lost.push(`${about} is not there`)
          continue
        }
        for (const text of findFaults(row, state)) flowClient.lost.push(`${about} ${text}`)
        const steps = {
          'invitation.created': 1,
          'invitation.revoked': row.revokedAt === null ? 0 : 1,
          'member.joined': row.acceptedAt === null ? 0 : 1,
        }
        for (const [action, count] of Object.entries(steps)) {
          if (auditCount(action, row.id) !== count) {
            flowClient.halved.push(
              `${about}: ${action} is in the audit log ${auditCount(action, row.id)} times`,
            )
          }
        }
      }
    },
  }
}

function findFaults(row: MerchantInvitationRow, { revoked, accepted }: InvitationState): string[] {
  return [
    ...(revoked === 'done' && row.revokedAt === null ? ['was revoked and is open'] : []),
    ...(accepted === 'done' && row.acceptedAt === null ? ['was accepted and is not'] : []),
    ...(accepted === 'refused' && row.acceptedAt !== null ? ['was not accepted and is'] : []),
  ]
}
