import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Credentials, keyFile } from './key-store.ts'

/** Last message of a listener and its secret, so that the next one continues after a kill. */
export type ListenerState = { lastEventId: string; secret: string | undefined; pid: number }

/** Stores the state of the listener of a key in the user's folder for configuration, readable by its user alone. */
export class ListenerStateFile {
  readonly #file: string
  /** Writes are serialized: a later one must not be overwritten by an earlier one. */
  #writing: Promise<void> = Promise.resolve()

  constructor(environment: NodeJS.ProcessEnv, { key, url }: Credentials) {
    const name = createHash('sha256').update(`${url} ${key}`).digest('hex').slice(0, 32)
    this.#file = path.join(path.dirname(keyFile(environment)), `listener-${name}.json`)
  }

  /** Returns the state of a listener that was killed; undefined if there is none or if it still runs. */
  async read(): Promise<ListenerState | undefined> {
    try {
      const state: ListenerState = JSON.parse(await readFile(this.#file, 'utf8'))
      return typeof state.lastEventId === 'string' && !isRunning(state.pid) ? state : undefined
    } catch {
      // Without a readable state a new listener begins.
      return undefined
    }
  }

  write(state: Omit<ListenerState, 'pid'>): Promise<void> {
    this.#writing = this.#writing.then(() => this.#store(state))
    return this.#writing
  }

  async #store(state: Omit<ListenerState, 'pid'>): Promise<void> {
    await mkdir(path.dirname(this.#file), { recursive: true, mode: 0o700 })
    const draft = `${this.#file}.${process.pid}`
    await writeFile(draft, JSON.stringify({ ...state, pid: process.pid }), { mode: 0o600 })
    await rename(draft, this.#file)
  }

  /** Deletes the state: a listener that its user ended is not continued. */
  async remove(): Promise<void> {
    await this.#writing
    await rm(this.#file, { force: true })
  }
}

function isRunning(pid: unknown): boolean {
  if (typeof pid !== 'number' || !Number.isInteger(pid) || pid <= 0) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
