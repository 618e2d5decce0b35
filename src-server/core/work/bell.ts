/** Tells a job of this process that there is work, so that nobody waits until it looks by itself. */
export class Bell {
  #onRing: () => void = () => undefined

  readonly ring = (): void => this.#onRing()

  /** Who is told from now on. */
  answeredBy(onRing: () => void): void {
    this.#onRing = onRing
  }
}
