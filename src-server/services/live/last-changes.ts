const MAX_MERCHANTS = 10_000

/**
 * Time of each merchant's last change, by a monotonic clock in milliseconds. Changes before this object existed, and
 * those dropped to limit its size, count as changes of every merchant.
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

  /** Returns whether a merchant may have changed in the last `ms`. */
  isWithin(merchantId: string, ms: number): boolean {
    const atMs = this.#atMs.get(merchantId) ?? this.#anybodyAtMs
    return this.#monotonicMs() - atMs <= ms
  }
}
