import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { freePort, waitUntilReady } from './built-server.ts'

/** Number of output chunks to show when a process did not stop with exit code 0. */
const LAST_CHUNKS = 20

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A process role: `web` serves requests, and `worker` runs the jobs. */
export type Role = 'web' | 'worker'

/** A process of the built server. `stop` throws unless it ends with exit code 0. */
export type Process = { role: Role; url: string; stop: () => Promise<void> }

/** Starts one of several processes of the built server on one database. */
export async function startProcess(
  role: Role,
  databaseUrl: string,
  environment: Record<string, string> = {},
): Promise<Process> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child: ChildProcess = spawn(process.execPath, ['dist/server/server.js'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      ROLE: role,
      DATABASE_URL: databaseUrl,
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const outputs: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text) => outputs.push(String(text)))
  }
  await waitUntilReady(child, url)
  return {
    role,
    url,
    stop: async () => {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      const [code] = await ended
      expect(code, outputs.slice(-LAST_CHUNKS).join('')).toBe(0)
    },
  }
}
