/** What of a link says whether it takes a payment. */
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

/** How many uses of a link its payments hold, or have taken. */
export const usesTaken = ({
  payments,
  failed,
  lapsed,
}: Pick<LinkLimits, 'payments' | 'failed' | 'lapsed'>): number => payments - failed - lapsed

/** Whether all links of a merchant are paused at an instant. */
export const areAllPaused = (
  { linksPausedUntil }: { linksPausedUntil: string | null },
  now: string,
): boolean => linksPausedUntil !== null && linksPausedUntil > now

/** The link as it is while all links of its merchant are paused. One that is paused for longer by itself stays so. */
export function whileAllPaused<L extends LinkPause>(
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
 * A payment takes a use when it is stored and gives it back when it fails, or when nobody has paid it in time, so a link is
 * closed while all its uses are taken, and for good once somebody has closed it. Of several reasons the one that lasts longest is told. Instants are
 * ISO texts.
 */
export function linkStatus(link: LinkLimits, now: string): LinkStatus {
  if (link.closedAt !== null) return 'closed'
  if (link.maxUses !== null && usesTaken(link) >= link.maxUses) return 'closed'
  if (link.expiresAt !== null && link.expiresAt <= now) return 'expired'
  if (link.pausedAt !== null && (link.pausedUntil === null || link.pausedUntil > now))
    return 'paused'
  return 'active'
}
