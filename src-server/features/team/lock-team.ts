import type { MerchantMemberRow } from '#db/tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import type { MerchantCtx, UserCtx } from '#server/core/context.ts'
import type { LiveChange } from '#server/shared/live-change.ts'
import { lockMerchantRow } from '../merchants/merchants.queries.ts'
import { homeIdOf, idsInBothModes } from '../merchants/merchants.rules.ts'
import { listMembers } from './team.queries.ts'
import { hasOtherOwner, isSamePerson } from './team.rules.ts'

/** Context of a person who acts for a merchant. */
export type TeamCtx = MerchantCtx & UserCtx

export type LockedTeam = {
  members: MerchantMemberRow[]
  self: MerchantMemberRow
  /** Ids of the merchant's test-mode row and, if there is one, live-mode row. */
  merchantIds: readonly string[]
}

/**
 * Returns the current team and locks it until the transaction ends. The caller may have been removed since the request
 * began, so their membership is read again.
 */
export async function lockTeam(ctx: TeamCtx): Promise<LockedTeam> {
  const { db, dialect, actor, merchant } = ctx
  const merchantId = homeIdOf(merchant)
  const home = await lockMerchantRow(db, { dialect, merchantId, hold: 'team' })
  const members = await listMembers(db, { merchantId })
  const person = { provider: actor.provider, subject: actor.user.id }
  const self = members.find((member) => isSamePerson(member, person))
  if (home && self) return { members, self, merchantIds: idsInBothModes(home) }
  throw new AppError('forbidden', 'You no longer act for this merchant.', {
    reason: 'no_merchant',
  })
}

/** Notifies the open pages of test mode and live mode, since they show the same team. */
export function publishTeamChange(
  { publishChange }: Pick<TeamCtx, 'publishChange'>,
  merchantIds: readonly string[],
  change: Pick<LiveChange, 'action' | 'objectId'>,
): void {
  for (const merchantId of merchantIds) publishChange({ merchantId, type: 'team', ...change })
}

/** Like `lockTeam`, but throws unless the caller is an owner now. */
export async function lockTeamAsOwner(ctx: TeamCtx): Promise<LockedTeam> {
  const team = await lockTeam(ctx)
  if (team.self.role === 'owner') return team
  throw new AppError('forbidden', 'Only the owner of the merchant may do this.', {
    reason: 'owner_only',
  })
}

/** Returns the member with this user id, preferring the sign-in provider of the caller. Throws when there is none. */
export function memberOf({ members, self }: LockedTeam, userId: string): MerchantMemberRow {
  const matches = members.filter(({ subject }) => subject === userId)
  const member = matches.find(({ provider }) => provider === self.provider) ?? matches[0]
  if (member) return member
  throw new AppError('not_found', 'There is no such member.')
}

/** Throws `conflict` when the change would leave the merchant without an owner who can sign in. */
export function assertOwnerRemains(
  { members, self }: LockedTeam,
  leaving: MerchantMemberRow,
): void {
  if (leaving.role !== 'owner' || hasOtherOwner(members, leaving, self.provider)) return
  throw new AppError('conflict', 'A business needs an owner. Make another member an owner first.', {
    reason: 'last_owner',
  })
}
