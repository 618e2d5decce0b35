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
import { NoInput } from '#server/shared/text/text.ts'
import { acceptInvitation, readOffer } from './accept-invitation.ts'
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
 * Members and invitations of a merchant, for the dashboard only. Calls that grant rights require the owner's password
 * again; calls that remove rights do not.
 */
export const teamRouter = router({
  list: signedInMember
    .input(NoInput)
    .output(Team)
    .query(({ ctx }) => listTeam(ctx)),
  /** Names of the actors in a payment's history. */
  names: signedInMember
    .input(NameActors)
    .output(NamedActors)
    .query(({ ctx, input }) => nameActors(ctx, input)),
  /** The caller's role, from which the dashboard chooses the actions to offer. The server checks rights itself. */
  role: signedInMember
    .input(NoInput)
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
  // A mutation, although it only reads: a query's input is part of the URL, which proxies log.
  invitation: anyone
    .input(InvitationToken)
    .output(OfferedMembership)
    .mutation(({ ctx, input }) => readOffer(ctx, input)),
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
  // The input is an empty object, since an empty body is not JSON.
  leave: signedInMember
    .meta({ isForAccountants: true })
    .input(z.strictObject({}))
    .output(z.void())
    .mutation(({ ctx }) => leaveTeam(ctx)),
})
