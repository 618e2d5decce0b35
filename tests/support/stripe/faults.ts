/** What goes wrong with an answer. */
export type FaultKind = 'reset' | 'stall' | '500' | '503' | '429' | 'half' | 'slow'

/** `before`: the request has no effect; `after`: it had, and only its answer is lost. */
export type Fault = { kind: FaultKind; when: 'before' | 'after'; call: RegExp; times?: number }

/** The faults to come, each for so many calls that its expression meets, such as `POST /v1/refunds`. */
export class Faults {
  readonly #waiting: (Fault & { left: number })[] = []

  add(fault: Fault): void {
    this.#waiting.push({ ...fault, left: fault.times ?? 1 })
  }

  clear(): void {
    this.#waiting.length = 0
  }

  take(call: string, when: Fault['when']): FaultKind | undefined {
    const found = this.#waiting.find(
      (fault) => fault.left > 0 && fault.when === when && fault.call.test(call),
    )
    if (!found) return undefined
    found.left -= 1
    return found.kind
  }
}
