import type { UserActor, World } from '#server/core/context.ts'
import type { Role } from '#server/core/merchant.schema.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import { homeIdOf } from '#server/features/merchants/merchants.rules.ts'
import { toIso } from '#server/shared/day.ts'
import { MemberRole } from '#server/shared/member-role.ts'
import { NoticeKind } from '#server/shared/notices/notice-kind-names.ts'
import { kindsBy, type MemberChoices } from '#server/shared/notices/notice-kinds.ts'
import { listChoices, type Viewer } from './notices.queries.ts'

/** A signed-in member, as tRPC's procedures provide it. */
export type MemberCtx = Pick<World, 'db' | 'now'> & {
  actor: UserActor
  merchant: ActingMerchant
  role: Role
}

/** Returns the person and the test-mode merchant, to which their choices belong. */
export const memberOf = ({ actor, merchant }: Pick<MemberCtx, 'actor' | 'merchant'>) => ({
  merchantId: homeIdOf(merchant),
  provider: actor.provider,
  subject: actor.user.id,
})

export const roleOf = ({ role }: Pick<MemberCtx, 'role'>): MemberRole => MemberRole.parse(role)

/** Returns stored choices by kind; kinds of an older release are left out. */
export const choicesOf = (rows: Awaited<ReturnType<typeof listChoices>>): MemberChoices =>
  Object.fromEntries(
    rows.flatMap(({ kind, choice }) =>
      NoticeKind.safeParse(kind).success ? [[kind, choice]] : [],
    ),
  )

/** Returns the caller as a reader of notices, with the kinds that they get in the dashboard. */
export async function viewerOf(ctx: MemberCtx): Promise<Viewer> {
  const { provider, subject, ...home } = memberOf(ctx)
  const choices = choicesOf(await listChoices(ctx.db, { ...home, provider, subject }))
  const kinds = kindsBy('page', { role: roleOf(ctx), choices })
  return { provider, subject, kinds, now: toIso(ctx.now()) }
}
