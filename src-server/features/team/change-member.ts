import type { MerchantMemberRow } from '#db/tables.ts'
import { inTransaction } from '#server/core/context.ts'
import { audit } from '#server/services/audit/audit.ts'
import { revokeInvitationsOf } from './invite-member.ts'
import {
  assertOwnerRemains,
  type LockedTeam,
  lockTeam,
  lockTeamAsOwner,
  memberOf,
  publishTeamChange,
  type TeamCtx,
} from './lock-team.ts'
import { deleteMember, updateMemberRole } from './team.queries.ts'
import type { ChangeRole, MemberRef } from './team.schema.ts'

/** Changes a member's role from their next request on. Setting the current role changes nothing. */
export function changeRole(ctx: TeamCtx, { userId, role }: ChangeRole): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    const team = await lockTeamAsOwner(inner)
    const member = memberOf(team, userId)
    if (member.role === role) return
    if (role !== 'owner') assertOwnerRemains(team, member)
    await updateMemberRole(inner.db, member, role)
    if (role !== 'owner') await revokeInvitationsOf(inner, team, member.subject)
    await audit(inner, {
      merchantId: member.merchantId,
      action: 'member.role_changed',
      objectId: member.subject,
      before: { role: member.role },
      after: { role },
    })
    publishMemberChange(inner, team, member)
  })
}

/** Removes a member, whose next request is refused. API keys belong to the merchant and keep working. */
export function removeMember(ctx: TeamCtx, { userId }: MemberRef): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    const team = await lockTeamAsOwner(inner)
    await endMembership(inner, team, memberOf(team, userId))
  })
}

/** Ends the caller's own membership. */
export function leaveTeam(ctx: TeamCtx): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    const team = await lockTeam(inner)
    await endMembership(inner, team, team.self)
  })
}

async function endMembership(
  ctx: TeamCtx,
  team: LockedTeam,
  member: MerchantMemberRow,
): Promise<void> {
  assertOwnerRemains(team, member)
  await deleteMember(ctx.db, member)
  await revokeInvitationsOf(ctx, team, member.subject)
  await audit(ctx, {
    merchantId: member.merchantId,
    action: member === team.self ? 'member.left' : 'member.removed',
    objectId: member.subject,
    before: { role: member.role },
  })
  publishMemberChange(ctx, team, member)
}

const publishMemberChange = (
  ctx: TeamCtx,
  { merchantIds }: LockedTeam,
  { subject }: MerchantMemberRow,
): void => publishTeamChange(ctx, merchantIds, { action: 'changed', objectId: subject })
