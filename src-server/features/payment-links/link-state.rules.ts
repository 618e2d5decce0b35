/** Fields of a link that decide whether it takes a payment. */
export type LinkLimits = {
  maxUses: number | null
  payments: number
  failed: number
  lapsed: number
  expiresAt: string | null
  pausedAt: string | null
  pausedUntil: string | null
  closedAt: string | null
}

export type LinkStatus = 'active' | 'paused' | 'expired' | 'closed'

type LinkPause = Pick<LinkLimits, 'pausedAt' | 'pausedUntil'> & {
  pauseReason: 'by_hand' | 'card_testing' | null
}

/** Returns the number of uses that a link's payments reserve or have used. */
export const countTakenUses = ({
  payments,
  failed,
  lapsed,
}: Pick<LinkLimits, 'payments' | 'failed' | 'lapsed'>): number => payments - failed - lapsed

/** Returns whether all links of a merchant are paused at `now`. */
export const areAllPaused = (
  { linksPausedUntil }: { linksPausedUntil: string | null },
  now: string,
): boolean => linksPausedUntil !== null && linksPausedUntil > now

/** Applies the pause of all links of a merchant to a link. A longer pause of the link itself is kept. */
export function applyPauseOfAll<L extends LinkPause>(
  link: L,
  merchant: { linksPausedUntil: string | null },
  now: string,
): L {
  const { linksPausedUntil } = merchant
  if (linksPausedUntil === null || !areAllPaused(merchant, now)) return link
  const { pausedAt, pausedUntil } = link
  if (pausedAt !== null && (pausedUntil === null || pausedUntil > linksPausedUntil)) return link
  return {
    ...link,
    pausedAt: pausedAt ?? now,
    pausedUntil: linksPausedUntil,
    pauseReason: 'card_testing',
  }
}

/**
 * Returns the status of a link. A payment reserves a use when it is stored, and releases it when it fails or is not
 * paid in time. So a link is closed while all its uses are reserved, and for good once a person has closed it. When several
 * reasons apply, the one that lasts longest counts. Instants are ISO texts.
 */
export function linkStatus(link: LinkLimits, now: string): LinkStatus {
  if (link.closedAt !== null) return 'closed'
  if (link.maxUses !== null && countTakenUses(link) >= link.maxUses) return 'closed'
  if (link.expiresAt !== null && link.expiresAt <= now) return 'expired'
  if (link.pausedAt !== null && (link.pausedUntil === null || link.pausedUntil > now))
    return 'paused'
  return 'active'
}
