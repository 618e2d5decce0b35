/** Disposes its resources, the last one first. Replaces AsyncDisposableStack, which Node 20 lacks. */
export class Many implements AsyncDisposable {
  readonly #held: AsyncDisposable[] = []

  use<T extends AsyncDisposable>(one: T): T {
    this.#held.push(one)
    return one
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const one of this.#held.toReversed()) await one[Symbol.asyncDispose]()
  }
}
