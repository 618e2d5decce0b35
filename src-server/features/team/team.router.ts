import { z } from 'zod'
import {
  anyone,
  confirmedOwner,
  owner,
  router,
  signedInMember,
  user,
} from '#server/core/calls/trpc.ts'
import { Merchant } from '#server/core/merchant.schema.ts'
import { Nothing } from '#server/shared/text/text.ts'
import { acceptInvitation, offeredMembership } from './accept-invitation.ts'
import { nameActors } from './actor-labels.ts'
import { changeRole, leaveTeam, removeMember } from './change-member.ts'
import { inviteMember, revokeInvitation } from './invite-member.ts'
import { listTeam } from './list-team.ts'
import {
  ChangeRole,
  CreatedInvitation,
  InvitationRef,
  InvitationToken,
  MemberRef,
  NameActors,
  NamedActors,
  NewInvitation,
  OfferedMembership,
  OwnRole,
  Team,
  TeamRole,
} from './team.schema.ts'

/**
 * For the page alone: who acts for a merchant. Calls that give a person more rights ask the owner for
 * their password again; calls that take rights away do not.
 */
export const teamRouter = router({
  list: signedInMember
    .input(Nothing)
    .output(Team)
    .query(({ ctx }) => listTeam(ctx)),
  /** How those who did something to a payment are called. */
  names: signedInMember
    .input(NameActors)
    .output(NamedActors)
    .query(({ ctx, input }) => nameActors(ctx, input)),
  /** One's own, for what the page offers; the server decides by itself. */
  role: signedInMember
    .input(Nothing)
    .output(OwnRole)
    .query(({ ctx }) => ({ role: TeamRole.parse(ctx.role) })),
  invite: confirmedOwner
    .input(NewInvitation)
    .output(CreatedInvitation)
    .mutation(({ ctx, input }) => inviteMember(ctx, input)),
  revokeInvitation: owner
    .input(InvitationRef)
    .output(z.void())
    .mutation(({ ctx, input }) => revokeInvitation(ctx, input)),
  // It only reads, but a query's input stands in the address, which proxies log; a body does not.
  invitation: anyone
    .input(InvitationToken)
    .output(OfferedMembership)
    .mutation(({ ctx, input }) => offeredMembership(ctx, input)),
  accept: user
    .input(InvitationToken)
    .output(Merchant)
    .mutation(({ ctx, input }) => acceptInvitation(ctx, input)),
  changeRole: confirmedOwner
    .input(ChangeRole)
    .output(z.void())
    .mutation(({ ctx, input }) => changeRole(ctx, input)),
  remove: owner
    .input(MemberRef)
    .output(z.void())
    .mutation(({ ctx, input }) => removeMember(ctx, input)),
  // An empty body is not JSON, so this takes an empty object.
  leave: signedInMember
    .input(z.strictObject({}))
    .output(z.void())
    .mutation(({ ctx }) => leaveTeam(ctx)),
})
