/**
 * A failure of a response. `stall` never responds, and `half` ends within the body. Stripe keeps a `kept 500` for its
 * idempotency key, and repeats it for a day.
 */
export type FaultKind = 'reset' | 'stall' | '500' | '503' | '429' | 'half' | 'slow' | 'kept 500'

/** `before`: the request has no effect. `after`: it has, and only its response is lost. */
export type Fault = { kind: FaultKind; when: 'before' | 'after'; call: RegExp; times?: number }

/** Faults to come, each for a number of calls that match its expression, such as `POST /v1/refunds`. */
export class Faults {
  readonly #waiting: (Fault & { left: number })[] = []

  add(fault: Fault): void {
    this.#waiting.push({ ...fault, left: fault.times ?? 1 })
  }

  clear(): void {
    this.#waiting.length = 0
  }

  /** Returns the next fault for this call and uses it up; undefined if none is left. */
  take(call: string, when: Fault['when']): FaultKind | undefined {
    const found = this.#waiting.find(
      (fault) => fault.left > 0 && fault.when === when && fault.call.test(call),
    )
    if (!found) return undefined
    found.left -= 1
    return found.kind
  }
}
