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
  /** As a power button would: nothing is finished. Resolves once it is ready again. */
  killAndRestart: () => Promise<void>
  stop: () => Promise<void>
}

/** The built server on one address and one database, however often it dies. */
export async function killableServer(
  environment: Record<string, string> = {},
): Promise<KillableServer> {
  const fresh: FreshDatabase = await freshDatabase()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const start = async (): Promise<ChildProcess> => {
    const started = spawn(process.execPath, ['dist/server/server.js'], {
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
    await ready(started, url)
    return started
  }
  let child = await start()
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    const [code] = await ended
    // Told to stop, it ends well, also while endpoints hang.
    if (signal === 'SIGTERM') expect(code).toBe(0)
  }
  return {
    url,
    databaseUrl: fresh.url,
    killAndRestart: async () => {
      await end('SIGKILL')
      child = await start()
    },
    stop: () => end('SIGTERM'),
    [Symbol.asyncDispose]: async () => {
      await end('SIGKILL')
      await fresh.remove()
    },
  }
}
