/** Disposes its resources, the last one first. Replaces AsyncDisposableStack, which Node 20 lacks. */
export class ResourceStack implements AsyncDisposable {
  readonly #held: AsyncDisposable[] = []

  use<T extends AsyncDisposable>(resource: T): T {
    this.#held.push(resource)
    return resource
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const resource of this.#held.toReversed()) await resource[Symbol.asyncDispose]()
  }
}
