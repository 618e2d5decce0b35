/** Wakes a job of this process when there is work, so that no caller waits for its next run. */
export class WakeSignal {
  #onRing: () => void = () => undefined

  readonly ring = (): void => this.#onRing()

  /** Sets the function that `ring` calls. */
  answeredBy(handler: () => void): void {
    this.#onRing = handler
  }
}
