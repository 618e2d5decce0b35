/** Connects the code that queues work with the job that processes it, so that the job runs at once. */
export class WakeSignal {
  #handler: () => void = () => undefined

  /** Wakes the job; does nothing before `setHandler` has set its function. */
  readonly wake = (): void => this.#handler()

  /** Sets the function that `wake` calls. */
  setHandler(handler: () => void): void {
    this.#handler = handler
  }
}
