/** Maximum number of merchants whose last change is kept in memory. */
const MAX_MERCHANTS = 10_000

/**
 * Time of each merchant's last change, by a monotonic clock in milliseconds. The times of earlier changes are unknown
 * after a start, and when too many merchants changed. Every merchant then counts as changed at that moment.
 */
export class LastChanges {
  readonly #monotonicMs: () => number
  readonly #atMs = new Map<string, number>()
  #anyChangeAtMs: number

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs
    this.#anyChangeAtMs = monotonicMs()
  }

  /** Records that a merchant's data changed now. */
  record(merchantId: string): void {
    if (this.#atMs.size >= MAX_MERCHANTS && !this.#atMs.has(merchantId)) this.recordAnyChange()
    this.#atMs.set(merchantId, this.#monotonicMs())
  }

  /** Records that the data of any merchant may have changed now. */
  recordAnyChange(): void {
    this.#atMs.clear()
    this.#anyChangeAtMs = this.#monotonicMs()
  }

  /** Returns whether a merchant may have changed in the last `ms`. */
  isWithin(merchantId: string, ms: number): boolean {
    const atMs = this.#atMs.get(merchantId) ?? this.#anyChangeAtMs
    return this.#monotonicMs() - atMs <= ms
  }
}
