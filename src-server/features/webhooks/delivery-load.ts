import type { EndpointKey } from '#server/services/outbox/endpoints.queries.ts'

/** An endpoint. `failingSince` is the time since which all attempts failed; null while attempts succeed. */
export type Endpoint = EndpointKey & { failingSince: string | null }

/** Returns the name by which attempts at an endpoint are counted. */
export const endpointName = ({ merchantId, endpointId }: EndpointKey): string =>
  `${merchantId} ${endpointId}`

export type LoadOptions = {
  /** Maximum number of simultaneous attempts per endpoint. */
  perEndpoint: number
  /** Maximum number of simultaneous attempts in all, not counting slow ones. */
  inFlight: number
  /** Monotonic clock, in milliseconds. */
  monotonicMs?: () => number
}

/**
 * Milliseconds after which an attempt no longer counts towards `inFlight`: waiting for a response costs next to
 * nothing.
 */
const SLOW_MS = 1000
/** Maximum number of attempts in all, slow ones included, since sockets are limited. */
const MAX_OPEN = 2000
/** Simultaneous attempts at an endpoint that only fails. */
const PER_FAILING = 1

/** Counts the running attempts and limits them, in all and per endpoint. */
export class DeliveryLoad {
  readonly #options: Required<LoadOptions>
  readonly #runningAttempts = new Set<{ atMs: number }>()
  readonly #atEndpoint = new Map<string, number>()

  constructor(options: LoadOptions) {
    this.#options = { monotonicMs: () => performance.now(), ...options }
  }

  /** Returns how many more attempts may start. */
  freeSlots(): number {
    const { inFlight, monotonicMs } = this.#options
    const slowFrom = monotonicMs() - SLOW_MS
    const fastCount = [...this.#runningAttempts].filter(({ atMs }) => atMs > slowFrom).length
    return Math.min(inFlight - fastCount, MAX_OPEN - this.#runningAttempts.size)
  }

  /** Returns how many more attempts may start at an endpoint, in addition to the running ones. */
  freeSlotsAt(endpoint: Endpoint): number {
    const limit = endpoint.failingSince === null ? this.#options.perEndpoint : PER_FAILING
    return limit - (this.#atEndpoint.get(endpointName(endpoint)) ?? 0)
  }

  /** Counts an attempt as running until the caller calls the returned function. */
  begin(name: string): () => void {
    const attempt = { atMs: this.#options.monotonicMs() }
    this.#runningAttempts.add(attempt)
    this.#atEndpoint.set(name, (this.#atEndpoint.get(name) ?? 0) + 1)
    return () => {
      this.#runningAttempts.delete(attempt)
      const running = (this.#atEndpoint.get(name) ?? 1) - 1
      if (running > 0) this.#atEndpoint.set(name, running)
      else this.#atEndpoint.delete(name)
    }
  }
}
