import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { freePort, waitUntilReady } from './built-server.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The built server in its own process, which tests kill and start again. */
export type KillableServer = AsyncDisposable & {
  url: string
  databaseUrl: string
  /** Kills the process like a power cut, so that it finishes nothing. */
  kill: () => Promise<void>
  /** Resolves once the process has ended by itself. */
  died: () => Promise<void>
  /** Starts the server again. Resolves with the milliseconds until it was ready. */
  start: () => Promise<number>
  /** Kills and starts the server. Resolves with the milliseconds until it was ready. */
  killAndRestart: () => Promise<number>
  /** Resolves when the server runs again, so that clients do not take the CPU from its start. */
  whenUp: () => Promise<void>
  stop: () => Promise<void>
  pid: () => number
  /** Output so far, from both streams. */
  output: () => string
}

/** Options for starting a killable server. A module is named by its file in tests/drill/faults, without `.mjs`. */
export type KillableOptions = {
  /** Module that breaks the server on purpose before it loads. */
  fault?: string
  /** Module that replaces services outside of the server. */
  outside?: string
  /** An existing database; by default a fresh one. */
  database?: FreshDatabase
}

/** Starts the built server. It keeps its URL and database, however often it is killed. */
export async function startKillableServer(
  environment: Record<string, string> = {},
  { fault, outside: extraModule, database }: KillableOptions = {},
): Promise<KillableServer> {
  const fresh = database ?? (await freshDatabase())
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const outputChunks: Buffer[] = []
  const launch = async (): Promise<ChildProcess> => {
    const importArgs = [extraModule, fault]
      .filter((name) => name !== undefined)
      .flatMap((name) => ['--import', faultFile(name)])
    const started = spawn(process.execPath, [...importArgs, 'dist/server/server.js'], {
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
      stream?.on('data', (chunk: Buffer) => outputChunks.push(chunk))
    }
    // Also ends the server when a test times out and skips its clean-up.
    const killChild = () => started.kill('SIGKILL')
    process.once('exit', killChild)
    started.once('exit', () => process.off('exit', killChild))
    await waitUntilReady(started, url).catch((error: unknown) => {
      started.kill('SIGKILL')
      throw error
    })
    return started
  }
  let whenStarted = Promise.resolve()
  let resolveUp: (() => void) | undefined
  const markDown = () => {
    if (resolveUp !== undefined) return
    whenStarted = new Promise((resolve) => {
      resolveUp = resolve
    })
  }
  let child = await launch()
  child.once('exit', markDown)
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    markDown()
    child.kill(signal)
    const [code] = await ended
    // On SIGTERM, the server ends with code 0, also while endpoints hang.
    if (signal === 'SIGTERM') expect(code).toBe(0)
  }
  const start = async () => {
    const startedAt = performance.now()
    child = await launch()
    child.once('exit', markDown)
    resolveUp?.()
    resolveUp = undefined
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
    whenUp: () => whenStarted,
    stop: () => end('SIGTERM'),
    pid: () => Number(child.pid),
    output: () => Buffer.concat(outputChunks).toString('utf8'),
    [Symbol.asyncDispose]: async () => {
      await end('SIGKILL')
      await fresh.remove()
    },
  }
}

const faultFile = (name: string) => new URL(`../drill/faults/${name}.mjs`, import.meta.url).href
