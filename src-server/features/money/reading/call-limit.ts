/** Calls to a processor under one lease. Further calls wait, so that one account delays no other. */
const CALLS_PER_LEASE = 20
/** Duration of the calls under one lease. A processor that responds slowly must not outlast the lease. */
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
