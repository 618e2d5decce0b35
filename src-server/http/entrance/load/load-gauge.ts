/** Signing in and what belongs to it waits for hashes, which are dear on purpose, and is asked for by strangers. */
export const kinds = ['read', 'write', 'sign-in'] as const
export type Kind = (typeof kinds)[number]

type Counts = Record<Kind, number>

const nothing = (): Counts => ({ read: 0, write: 0, 'sign-in': 0 })

/**
 * How many may be here at once. At first `usual`: a burst of 128 connections is ordinary. `many` may
 * while answers come soon: where 1,000 payments a second are taken, 192 are done in a fifth of one.
 * Where answers come late again and again it becomes less, but never less than `fewest`.
 */
const LIMITS: Record<Kind, { fewest: number; usual: number; many: number }> = {
  write: { fewest: 16, usual: 136, many: 192 },
  read: { fewest: 32, usual: 288, many: 512 },
  'sign-in': { fewest: 16, usual: 72, many: 72 },
}
/** Once one is refused, all are until this part of the limit is free again: no flutter. */
const RESUME_BELOW = 7 / 8
/** What answers may take, with what they wait for the event loop, before less is taken on. */
const LATE_ABOVE_MS = 200
const SOON_BELOW_MS = 120
/** So many answers tell whether they come soon. */
const SAMPLE = 16
const SHRINK_BY_AT_MOST = 0.7
const GROW_BY = 1 / 16
/** After a quarter of a second in which none was refused. */
const RECOVER_BY = 1 / 4

/** Tells whether one more request can be taken on. Each kind has its own count, so neither reads nor guesses crowd out payments. */
export class LoadGauge {
  readonly refused: Counts = nothing()
  readonly underWay: Counts = nothing()
  /** Admitted and not yet begun. */
  readonly held: Counts = nothing()
  /** How long what is ready to run waits for its turn. */
  loopDelayMs = 0
  readonly #isRefusing: Record<Kind, boolean> = {
    read: false,
    write: false,
    'sign-in': false,
  }
  readonly #limit: Counts = {
    read: LIMITS.read.usual,
    write: LIMITS.write.usual,
    'sign-in': LIMITS['sign-in'].usual,
  }
  readonly #sample: Record<Kind, { answers: number; tookMs: number }> = {
    read: { answers: 0, tookMs: 0 },
    write: { answers: 0, tookMs: 0 },
    'sign-in': { answers: 0, tookMs: 0 },
  }
  readonly #refusedBefore: Counts = nothing()

  admits(kind: Kind): boolean {
    const limit = this.#limit[kind]
    const count = this.underWay[kind] + this.held[kind]
    if (count >= limit) this.#isRefusing[kind] = true
    else if (count < limit * RESUME_BELOW) this.#isRefusing[kind] = false
    return !this.#isRefusing[kind]
  }

  begin(kind: Kind): void {
    this.underWay[kind]++
  }

  /** `tookMs` since it was admitted. */
  end(kind: Kind, tookMs: number): void {
    this.underWay[kind]--
    const sample = this.#sample[kind]
    sample.tookMs += tookMs
    if (++sample.answers < SAMPLE) return
    this.#adapt(kind, sample.tookMs / sample.answers + this.loopDelayMs)
    sample.answers = 0
    sample.tookMs = 0
  }

  /** Notes the delay of the event loop, four times a second. Without a refusal there is room for a burst again. */
  observe(loopDelayMs: number): void {
    this.loopDelayMs = loopDelayMs
    for (const kind of kinds) {
      const { usual } = LIMITS[kind]
      const isQuiet = this.refused[kind] === this.#refusedBefore[kind]
      if (isQuiet && this.#limit[kind] < usual) this.#grow(kind, RECOVER_BY, usual)
      this.#refusedBefore[kind] = this.refused[kind]
    }
  }

  #adapt(kind: Kind, waitMs: number): void {
    if (waitMs < SOON_BELOW_MS) this.#grow(kind, GROW_BY, LIMITS[kind].many)
    if (waitMs <= LATE_ABOVE_MS) return
    // What is here waits for what came before it: half as many are done in half the time.
    const part = Math.max(SHRINK_BY_AT_MOST, LATE_ABOVE_MS / waitMs)
    this.#limit[kind] = Math.max(LIMITS[kind].fewest, Math.floor(this.#limit[kind] * part))
  }

  #grow(kind: Kind, part: number, most: number): void {
    this.#limit[kind] = Math.min(most, Math.ceil(this.#limit[kind] + most * part))
  }
}
