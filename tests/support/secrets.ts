import { randomBytes } from 'node:crypto'

/** A text that is nowhere else, and whether the database may hold it as it is. */
export type Canary = { name: string; value: string; mayBeStored: boolean }

/** Secrets that were handed to a server, and where none of them may come up. */
export class Canaries {
  readonly all: Canary[] = []

  /** A new one to be sent. */
  plant(name: string, shape = (mark: string) => mark): string {
    const value = shape(`cnry${randomBytes(8).toString('hex')}`)
    this.keep(name, value)
    return value
  }

  /** One that the product keeps to show it again, such as a customer's name: logs are no place for it. */
  plantKept(name: string, shape = (mark: string) => mark): string {
    const value = this.plant(name, shape)
    const planted = this.all.at(-1)
    if (planted) planted.mayBeStored = true
    return value
  }

  /** One that the server made. */
  keep(name: string, value: string): void {
    if (value.length < 6) throw new Error(`${name} is too short to be found by`)
    this.all.push({ name, value, mayBeStored: false })
  }

  /** Also as it stands in addresses and in JSON. */
  foundIn(text: string, { isStore = false } = {}): string[] {
    return this.all
      .filter(({ value, mayBeStored }) => {
        if (isStore && mayBeStored) return false
        const spelled = [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)]
        return spelled.some((each) => text.includes(each))
      })
      .map(({ name }) => name)
  }
}
