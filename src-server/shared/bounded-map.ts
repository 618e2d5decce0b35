/** A cache for keys from outside: when it is full, a new key evicts the oldest. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #most: number

  constructor(maxEntries: number) {
    super()
    this.#most = maxEntries
  }

  override set(key: K, value: V): this {
    if (this.size >= this.#most && !this.has(key)) {
      for (const oldest of this.keys()) {
        this.delete(oldest)
        break
      }
    }
    return super.set(key, value)
  }
}
