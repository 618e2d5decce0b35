type Endpoint = { merchantId: string; failingSince: string | null }

export type LoadOptions = {
  perEndpoint: number
  inFlight: number
  /** Milliseconds of a clock that only goes forward. */
  monotonicMs?: () => number
}

/** Whoever has not answered by then takes no room from the others: waiting costs next to nothing. */
const SLOW_MS = 1000
/** But sockets are not endless. */
const MAX_OPEN = 2000
/** An endpoint that gives nothing but failures is asked by one event at a time. */
const PER_FAILING = 1

/** What is on its way, and how much more there may be: in all, and at each endpoint. */
export class Load {
  readonly #options: Required<LoadOptions>
  readonly #begun = new Set<{ atMs: number }>()
  readonly #atEndpoint = new Map<string, number>()
  readonly #failing = new Set<string>()

  constructor(options: LoadOptions) {
    this.#options = { monotonicMs: () => performance.now(), ...options }
  }

  /** How many more may begin. */
  room(): number {
    const { inFlight, monotonicMs } = this.#options
    const slowFrom = monotonicMs() - SLOW_MS
    const brisk = [...this.#begun].filter(({ atMs }) => atMs > slowFrom).length
    return Math.min(inFlight - brisk, MAX_OPEN - this.#begun.size)
  }

  /** Merchants at whose endpoint there is as much as may be. */
  full(): string[] {
    return this.plan().full()
  }

  /** To try out what would fit, without counting it yet. */
  plan() {
    const planned = new Map(this.#atEndpoint)
    const failing = new Set(this.#failing)
    const limitOf = (merchantId: string) =>
      failing.has(merchantId) ? PER_FAILING : this.#options.perEndpoint
    return {
      full: () =>
        [...planned]
          .filter(([merchantId, count]) => count >= limitOf(merchantId))
          .map(([id]) => id),
      take: ({ merchantId, failingSince }: Endpoint): boolean => {
        if (failingSince !== null) failing.add(merchantId)
        const count = planned.get(merchantId) ?? 0
        if (count >= limitOf(merchantId)) return false
        planned.set(merchantId, count + 1)
        return true
      },
    }
  }

  /** Call what it answers at the end. */
  begin({ merchantId, failingSince }: Endpoint): () => void {
    const begun = { atMs: this.#options.monotonicMs() }
    this.#begun.add(begun)
    this.#atEndpoint.set(merchantId, (this.#atEndpoint.get(merchantId) ?? 0) + 1)
    if (failingSince !== null) this.#failing.add(merchantId)
    return () => {
      this.#begun.delete(begun)
      const left = (this.#atEndpoint.get(merchantId) ?? 1) - 1
      if (left > 0) {
        this.#atEndpoint.set(merchantId, left)
        return
      }
      this.#atEndpoint.delete(merchantId)
      this.#failing.delete(merchantId)
    }
  }
}
