import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { freePort, ready } from './built-server.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export type KillableServer = AsyncDisposable & {
  url: string
  databaseUrl: string
  /** As a power button would: nothing is finished. */
  kill: () => Promise<void>
  /** Resolves once it has died by itself. */
  died: () => Promise<void>
  /** Starts it again; resolves with the milliseconds until it was ready. */
  start: () => Promise<number>
  /** Both: resolves once it is ready again. */
  killAndRestart: () => Promise<number>
  /** Resolves when it runs again, for clients that would otherwise keep the processor from it. */
  whenUp: () => Promise<void>
  stop: () => Promise<void>
  pid: () => number
  /** All that it has said so far, on both streams. */
  output: () => string
}

export type KillableOptions = {
  /** A module that breaks the server on purpose before it loads. */
  fault?: string
  /** A module that stands in for what is outside of the server. */
  outside?: string
  /** A database that is there already; otherwise a fresh one. */
  database?: FreshDatabase
}

/** The built server on one address and one database, however often it dies. */
export async function killableServer(
  environment: Record<string, string> = {},
  { fault, outside, database }: KillableOptions = {},
): Promise<KillableServer> {
  const fresh = database ?? (await freshDatabase())
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const said: Buffer[] = []
  const launch = async (): Promise<ChildProcess> => {
    const faulty = [outside, fault]
      .filter((name) => name !== undefined)
      .flatMap((name) => ['--import', faultFile(name)])
    const started = spawn(process.execPath, [...faulty, 'dist/server/server.js'], {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        PORT: String(port),
        DATABASE_URL: fresh.url,
        SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'warn',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [started.stdout, started.stderr]) {
      stream?.on('data', (chunk: Buffer) => said.push(chunk))
    }
    // Also when a test runs out of time, and nothing after it is done any more.
    const endWithUs = () => started.kill('SIGKILL')
    process.once('exit', endWithUs)
    started.once('exit', () => process.off('exit', endWithUs))
    await ready(started, url).catch((error: unknown) => {
      started.kill('SIGKILL')
      throw error
    })
    return started
  }
  let up = Promise.resolve()
  let isUp: (() => void) | undefined
  const down = () => {
    if (isUp !== undefined) return
    up = new Promise((resolve) => {
      isUp = resolve
    })
  }
  let child = await launch()
  child.once('exit', down)
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    down()
    child.kill(signal)
    const [code] = await ended
    // Told to stop, it ends well, also while endpoints hang.
    if (signal === 'SIGTERM') expect(code).toBe(0)
  }
  const start = async () => {
    const startedAt = performance.now()
    child = await launch()
    child.once('exit', down)
    isUp?.()
    isUp = undefined
    return performance.now() - startedAt
  }
  return {
    url,
    databaseUrl: fresh.url,
    kill: () => end('SIGKILL'),
    died: async () => {
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
    start,
    killAndRestart: async () => {
      await end('SIGKILL')
      return start()
    },
    whenUp: () => up,
    stop: () => end('SIGTERM'),
    pid: () => Number(child.pid),
    output: () => Buffer.concat(said).toString('utf8'),
    [Symbol.asyncDispose]: async () => {
      await end('SIGKILL')
      await fresh.remove()
    },
  }
}

const faultFile = (name: string) => new URL(`../drill/faults/${name}.mjs`, import.meta.url).href
