import type { MerchantCtx, World } from '#server/core/context.ts'
import { applyPauseOfAll } from '#server/features/payment-links/link-state.rules.ts'
import { openLinkToken, payUrl } from '#server/features/payment-links/link-token.ts'
import type { LinkRow } from '#server/features/payment-links/links.queries.ts'
import { toIso } from '#server/shared/day.ts'
import { hasPaymentMethod } from './payer/payers-link.ts'
import { linkOf, linkV2Of } from './payment-links.rules.ts'
import type { PaymentLink } from './payment-links.schema.ts'

/**
 * Returns the URL of a link's page, for the merchant. Returns an empty text when the token's encryption key was removed.
 * The URLs that payers have still work, because they contain the token.
 */
export function linkUrlOf(
  { config, secretBox }: Pick<World, 'config' | 'secretBox'>,
  row: LinkRow,
): string {
  if (secretBox.ageOf(row.token) === 'unknown') return ''
  return payUrl(config.appUrl, openLinkToken(secretBox, row))
}

type LinkContext = Pick<
  MerchantCtx,
  'config' | 'secretBox' | 'now' | 'merchant' | 'processors' | 'version'
>

/**
 * Returns the link for the two APIs, in the version of the request. A link that offers no payment method has the status
 * `paused` without a reason, because payers cannot pay by it.
 */
export function presentLink(ctx: LinkContext, row: LinkRow): PaymentLink {
  const now = toIso(ctx.now())
  const link = linkOf(applyPauseOfAll(row, ctx.merchant, now), { url: linkUrlOf(ctx, row), now })
  const isPaused = link.status === 'active' && !hasPaymentMethod(ctx, ctx.merchant, row)
  const shown: PaymentLink = isPaused ? { ...link, status: 'paused' } : link
  return ctx.version === 'v2' ? linkV2Of(shown, row) : shown
}

/**
 * Returns the link without its URL. The response is stored for repeated requests, and a stored response must not give
 * access to the link's page.
 */
export const linkWithoutUrl = (ctx: LinkContext, row: LinkRow): PaymentLink => ({
  ...presentLink(ctx, row),
  url: '',
})
