import { randomBytes } from 'node:crypto'

/** A text that occurs nowhere else. `mayBeStored` is true when the database may contain it unencrypted. */
export type Canary = { name: string; value: string; mayBeStored: boolean }

/**
 * All secrets that a drill sent to a server or received from it. Finds them in places that must not contain them, such
 * as logs.
 */
export class Canaries {
  readonly all: Canary[] = []

  /** Returns a new canary to send. */
  plant(name: string, shape = (mark: string) => mark): string {
    const value = shape(`cnry${randomBytes(8).toString('hex')}`)
    this.keep(name, value)
    return value
  }

  /**
   * Returns a new canary that the product keeps to show it again, such as a customer's name. Logs must not contain it.
   */
  plantKept(name: string, shape = (mark: string) => mark): string {
    const value = this.plant(name, shape)
    const planted = this.all.at(-1)
    if (planted) planted.mayBeStored = true
    return value
  }

  /** Adds a secret that the server created. */
  keep(name: string, value: string): void {
    if (value.length < 6) throw new Error(`${name} is too short to be found by`)
    this.all.push({ name, value, mayBeStored: false })
  }

  /** Returns the names of the canaries in a text. Also finds them as encoded in URLs and JSON. */
  foundIn(text: string, { isStore = false } = {}): string[] {
    return this.all
      .filter(({ value, mayBeStored }) => {
        if (isStore && mayBeStored) return false
        const spellings = [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)]
        return spellings.some((each) => text.includes(each))
      })
      .map(({ name }) => name)
  }
}
