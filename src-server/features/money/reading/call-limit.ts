/** Calls to a processor under one lease. Further calls wait, so that one account delays no other. */
const CALLS_PER_LEASE = 20
/**
 * Duration of the calls under one lease. The limit ends before the lease, so that no other process reads the same
 * account while a slow processor responds.
 */
const CALLING_MS = 20_000

/** Limit of the calls to a processor under one lease. */
export type CallLimit = {
  /** Returns whether `calls` further calls may begin. */
  has: (calls?: number) => boolean
  /** Counts calls that begin now. */
  take: (calls?: number) => void
}

export function createCallLimit(): CallLimit {
  let left = CALLS_PER_LEASE
  const endsAtMs = performance.now() + CALLING_MS
  return {
    has: (calls = 1) => left >= calls && performance.now() < endsAtMs,
    take: (calls = 1) => {
      left -= calls
    },
  }
}
