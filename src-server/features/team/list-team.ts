import type { Role } from '#server/core/merchant.schema.ts'
import type { Identity } from '#server/core/ports/identity.ts'
import { listMailStatuses } from '#server/services/mail/mails.queries.ts'
import { toIso } from '#server/shared/day.ts'
import { homeIdOf } from '../merchants/merchants.rules.ts'
import type { TeamCtx } from './lock-team.ts'
import { listMembers, listOpenInvitations } from './team.queries.ts'
import { invitationOf, teamMemberOf } from './team.rules.ts'
import type { Team } from './team.schema.ts'

/** Returns the members, with the identity provider's data, and the open invitations. */
export async function listTeam(ctx: TeamCtx & { identity: Identity; role: Role }): Promise<Team> {
  const { db, actor, identity, role, mailer } = ctx
  const merchantId = homeIdOf(ctx.merchant)
  const members = await listMembers(db, { merchantId })
  // The current provider knows only its own ids: the same id at another provider is another person.
  const ids = members
    .filter(({ provider }) => provider === identity.name)
    .map(({ subject }) => subject)
  const users = new Map((await identity.findUsers(ids)).map((user) => [user.id, user]))
  const self = { provider: actor.provider, subject: actor.user.id }
  const invitations =
    role === 'owner' ? await listOpenInvitations(db, { merchantId, at: toIso(ctx.now()) }) : []
  // A mail that was only printed in the server's output was not delivered, so it has no status.
  const objectIds = invitations.map(({ id }) => id)
  const statuses =
    objectIds.length === 0 || mailer?.isPrinting
      ? []
      : await listMailStatuses(db, { merchantId, kind: 'invitation', objectIds })
  const mails = new Map(statuses.map(({ objectId, status }) => [objectId, status]))
  return {
    members: members.map((row) =>
      teamMemberOf(row, row.provider === identity.name ? users.get(row.subject) : undefined, self),
    ),
    invitations: invitations.map((row) => invitationOf(row, mails.get(row.id) ?? null)),
  }
}
