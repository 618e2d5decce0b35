/** Connects the code that queues work with the job that processes it, so that the job runs at once. */
export class WakeSignal {
  #onRing: () => void = () => undefined

  /** Wakes the job; does nothing before `answeredBy` has set its function. */
  readonly ring = (): void => this.#onRing()

  /** Sets the function that `ring` calls. */
  answeredBy(handler: () => void): void {
    this.#onRing = handler
  }
}
