/** Wakes a job of this process when there is work, so that no caller waits for its next run. */
export class Bell {
  #onRing: () => void = () => undefined

  readonly ring = (): void => this.#onRing()

  /** Sets the function that `ring` calls. */
  answeredBy(onRing: () => void): void {
    this.#onRing = onRing
  }
}
