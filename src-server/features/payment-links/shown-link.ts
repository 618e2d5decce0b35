import type { World } from '#server/core/context.ts'
import { openLinkToken, payUrl } from '#server/services/links/link-token.ts'
import type { LinkRow } from '#server/services/links/links.queries.ts'
import { toIso } from '#server/shared/day.ts'
import { linkOf } from './payment-links.rules.ts'
import type { PaymentLink } from './payment-links.schema.ts'

/** The address that payers open, for whoever made the link. */
export const addressOfLink = (
  { config, secretBox }: Pick<World, 'config' | 'secretBox'>,
  row: LinkRow,
): string => payUrl(config.appUrl, openLinkToken(secretBox, row))

export const shownLink = (
  world: Pick<World, 'config' | 'secretBox' | 'now'>,
  row: LinkRow,
): PaymentLink => linkOf(row, { url: addressOfLink(world, row), now: toIso(world.now()) })

/** Without its address: what is kept for a repeated call must open no link. */
export const linkToKeep = ({ now }: Pick<World, 'now'>, row: LinkRow): PaymentLink =>
  linkOf(row, { url: '', now: toIso(now()) })
