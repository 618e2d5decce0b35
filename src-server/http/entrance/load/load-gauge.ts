/**
 * Sign-in calls are a kind of their own: they wait for password hashes, which are slow on purpose, and anyone may call
 * them.
 */
export const requestKinds = ['read', 'write', 'sign-in'] as const
export type RequestKind = (typeof requestKinds)[number]

type Counts = Record<RequestKind, number>

const zeroCounts = (): Counts => ({ read: 0, write: 0, 'sign-in': 0 })

/**
 * Limits of concurrent requests per kind. The limit starts at `usual`: a burst of 128 connections is ordinary. It grows
 * to `many` while responses are fast: at 1,000 payments a second, 192 finish in a fifth of a second. It shrinks while
 * responses are late again and again, but never below `fewest`.
 */
const LIMITS: Record<RequestKind, { fewest: number; usual: number; many: number }> = {
  write: { fewest: 16, usual: 136, many: 192 },
  read: { fewest: 32, usual: 288, many: 512 },
  'sign-in': { fewest: 16, usual: 72, many: 72 },
}
/**
 * After one refusal, all requests are refused until the count is below this part of the limit. This avoids flapping.
 */
const RESUME_BELOW = 7 / 8
/** Response times, with the event loop delay, above which the limit shrinks and below which it grows. */
const LATE_ABOVE_MS = 200
const SOON_BELOW_MS = 120
/** Responses per sample; their mean duration decides whether the limit changes. */
const SAMPLE = 16
/** Smallest factor by which a late sample shrinks the limit. */
const MIN_SHRINK_FACTOR = 0.7
const GROW_BY = 1 / 16
/** Part of `usual` by which the limit grows after 250 ms without a refusal. */
const RECOVER_BY = 1 / 4

/**
 * Decides whether one more request can be admitted. Each kind has its own count, so reads and password guesses cannot
 * displace payments.
 */
export class LoadGauge {
  /** Number of requests that were refused since the process started, by kind. */
  readonly refused: Counts = zeroCounts()
  /** Number of requests that are running, by kind. */
  readonly underWay: Counts = zeroCounts()
  /** Number of requests that are admitted and not yet started, by kind. */
  readonly queued: Counts = zeroCounts()
  /** Delay before a ready callback runs on the event loop, in milliseconds. */
  loopDelayMs = 0
  readonly #isRefusing: Record<RequestKind, boolean> = {
    read: false,
    write: false,
    'sign-in': false,
  }
  readonly #limit: Counts = {
    read: LIMITS.read.usual,
    write: LIMITS.write.usual,
    'sign-in': LIMITS['sign-in'].usual,
  }
  readonly #sample: Record<RequestKind, { responses: number; tookMs: number }> = {
    read: { responses: 0, tookMs: 0 },
    write: { responses: 0, tookMs: 0 },
    'sign-in': { responses: 0, tookMs: 0 },
  }
  readonly #refusedBefore: Counts = zeroCounts()

  /** Returns true when one more request of this kind fits within the limit. */
  admits(kind: RequestKind): boolean {
    const limit = this.#limit[kind]
    const count = this.underWay[kind] + this.queued[kind]
    if (count >= limit) this.#isRefusing[kind] = true
    else if (count < limit * RESUME_BELOW) this.#isRefusing[kind] = false
    return !this.#isRefusing[kind]
  }

  /** Counts a request as running. */
  begin(kind: RequestKind): void {
    this.underWay[kind]++
  }

  /** Ends a request's count and records its duration: `tookMs` is the time since its admission. */
  end(kind: RequestKind, tookMs: number): void {
    this.underWay[kind]--
    const sample = this.#sample[kind]
    sample.tookMs += tookMs
    if (++sample.responses < SAMPLE) return
    this.#adapt(kind, sample.tookMs / sample.responses + this.loopDelayMs)
    sample.responses = 0
    sample.tookMs = 0
  }

  /** Records the delay of the event loop, four times a second. Without refusals the limit grows back to `usual`. */
  observe(loopDelayMs: number): void {
    this.loopDelayMs = loopDelayMs
    for (const kind of requestKinds) {
      const { usual } = LIMITS[kind]
      const isQuiet = this.refused[kind] === this.#refusedBefore[kind]
      if (isQuiet && this.#limit[kind] < usual) this.#grow(kind, RECOVER_BY, usual)
      this.#refusedBefore[kind] = this.refused[kind]
    }
  }

  #adapt(kind: RequestKind, waitMs: number): void {
    if (waitMs < SOON_BELOW_MS) this.#grow(kind, GROW_BY, LIMITS[kind].many)
    if (waitMs <= LATE_ABOVE_MS) return
    // Each request waits for the requests before it: half as many finish in half the time.
    const part = Math.max(MIN_SHRINK_FACTOR, LATE_ABOVE_MS / waitMs)
    this.#limit[kind] = Math.max(LIMITS[kind].fewest, Math.floor(this.#limit[kind] * part))
  }

  #grow(kind: RequestKind, part: number, most: number): void {
    this.#limit[kind] = Math.min(most, Math.ceil(this.#limit[kind] + most * part))
  }
}
