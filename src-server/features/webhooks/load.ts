export type Endpoint = { merchantId: string; failingSince: string | null }

export type LoadOptions = {
  perEndpoint: number
  inFlight: number
  /** Milliseconds of a clock that only goes forward. */
  monotonicMs?: () => number
}

/** An endpoint that has not answered by then takes no room from the others: waiting costs next to nothing. */
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

  /** How many more an endpoint may be sent, in addition to what is on its way there. */
  roomAt({ merchantId, failingSince }: Endpoint): number {
    const limit = failingSince === null ? this.#options.perEndpoint : PER_FAILING
    return limit - (this.#atEndpoint.get(merchantId) ?? 0)
  }

  /** Call what it answers at the end. */
  begin(merchantId: string): () => void {
    const begun = { atMs: this.#options.monotonicMs() }
    this.#begun.add(begun)
    this.#atEndpoint.set(merchantId, (this.#atEndpoint.get(merchantId) ?? 0) + 1)
    return () => {
      this.#begun.delete(begun)
      const left = (this.#atEndpoint.get(merchantId) ?? 1) - 1
      if (left > 0) this.#atEndpoint.set(merchantId, left)
      else this.#atEndpoint.delete(merchantId)
    }
  }
}
