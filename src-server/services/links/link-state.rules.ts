/** What of a link says whether it takes a payment. */
export type LinkLimits = {
  maxUses: number | null
  payments: number
  failed: number
  expiresAt: string | null
  pausedAt: string | null
  pausedUntil: string | null
  closedAt: string | null
}

export type LinkStatus = 'active' | 'paused' | 'expired' | 'closed'

/**
 * A payment takes a use when it is stored and gives it back when it fails, so a link is closed while all its uses are
 * taken, and for good once somebody has closed it. Of several reasons the one that lasts longest is told. Instants are
 * ISO texts.
 */
export function linkStatus(link: LinkLimits, now: string): LinkStatus {
  if (link.closedAt !== null) return 'closed'
  if (link.maxUses !== null && link.payments - link.failed >= link.maxUses) return 'closed'
  if (link.expiresAt !== null && link.expiresAt <= now) return 'expired'
  if (link.pausedAt !== null && (link.pausedUntil === null || link.pausedUntil > now))
    return 'paused'
  return 'active'
}
