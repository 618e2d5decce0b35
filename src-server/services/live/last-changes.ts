const MAX_MERCHANTS = 10_000

/**
 * When each merchant last changed, by a clock in milliseconds that only goes forward. What happened
 * before it was made, or was forgotten to bound it, counts as a change of everybody.
 */
export class LastChanges {
  readonly #monotonicMs: () => number
  readonly #atMs = new Map<string, number>()
  #anybodyAtMs: number

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs
    this.#anybodyAtMs = monotonicMs()
  }

  note(merchantId: string): void {
    if (this.#atMs.size >= MAX_MERCHANTS && !this.#atMs.has(merchantId)) this.noteAnything()
    this.#atMs.set(merchantId, this.#monotonicMs())
  }

  noteAnything(): void {
    this.#atMs.clear()
    this.#anybodyAtMs = this.#monotonicMs()
  }

  /** Whether a merchant may have changed in the last `ms`. */
  isWithin(merchantId: string, ms: number): boolean {
    const atMs = this.#atMs.get(merchantId) ?? this.#anybodyAtMs
    return this.#monotonicMs() - atMs <= ms
  }
}
