import type { MerchantCtx, World } from '#server/core/context.ts'
import { whileAllPaused } from '#server/features/payment-links/link-state.rules.ts'
import { openLinkToken, payUrl } from '#server/features/payment-links/link-token.ts'
import type { LinkRow } from '#server/features/payment-links/links.queries.ts'
import { toIso } from '#server/shared/day.ts'
import { hasWayToPay } from './payer/payers-link.ts'
import { linkOf } from './payment-links.rules.ts'
import type { PaymentLink } from './payment-links.schema.ts'

/**
 * The address that payers open, for whoever made the link. Empty where the key that sealed it is gone: payers, who bring
 * it, find the link all the same.
 */
export function addressOfLink(
  { config, secretBox }: Pick<World, 'config' | 'secretBox'>,
  row: LinkRow,
): string {
  if (secretBox.ageOf(row.token) === 'unknown') return ''
  return payUrl(config.appUrl, openLinkToken(secretBox, row))
}

type LinkContext = Pick<MerchantCtx, 'config' | 'secretBox' | 'now' | 'merchant' | 'processors'>

/** A link that offers no way to pay is paused, without a reason, as its payers find it. */
export function shownLink(ctx: LinkContext, row: LinkRow): PaymentLink {
  const now = toIso(ctx.now())
  const link = linkOf(whileAllPaused(row, ctx.merchant, now), { url: addressOfLink(ctx, row), now })
  if (link.status !== 'active' || hasWayToPay(ctx, ctx.merchant, row)) return link
  return { ...link, status: 'paused' }
}

/** Without its address: what is kept for a repeated call must open no link. */
export const linkToKeep = (ctx: LinkContext, row: LinkRow): PaymentLink => ({
  ...shownLink(ctx, row),
  url: '',
})
