import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from '@playwright/test'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** A built server with a database of its own. After `stop`, the next start has the same port and database. */
export type Server = {
  url: string
  /** The SQLite file, for changes that no screen can make, such as the passing of time. */
  databaseFile: string
  /** Returns the output so far. */
  output: () => string
  start: () => Promise<void>
  /** Ends the server by SIGTERM and expects a clean exit. */
  stop: () => Promise<void>
  /** Ends the server in any case and removes its data. */
  dispose: () => Promise<void>
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

const healthStatus = (url: string) =>
  fetch(`${url}/healthz`).then(
    (response) => response.status,
    () => 0,
  )

export type ServerOptions = {
  settlementMs: number
  /** Environment variables that add to or replace the variables of every server here. */
  environment?: Readonly<Record<string, string>>
}

export async function makeServer({ settlementMs, environment }: ServerOptions): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'incasso-e2e-'))
  const databaseFile = join(folder, 'incasso.db')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  let output = ''

  async function start() {
    child = spawn(process.execPath, ['dist/server/server.js'], {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH,
        PORT: String(port),
        DATABASE_URL: `file:${databaseFile}`,
        RATE_LIMITS: 'off',
        SANDBOX_SETTLEMENT_MS: String(settlementMs),
        LOG_LEVEL: 'warn',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const appendOutput = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout?.on('data', appendOutput)
    child.stderr?.on('data', appendOutput)
    await expect
      .poll(
        async () => {
          if (child?.exitCode !== null) throw new Error(`the server ended:\n${output}`)
          return healthStatus(url)
        },
        { timeout: 60_000, intervals: [50], message: 'GET /healthz' },
      )
      .toBe(200)
  }

  async function endProcess(signal: 'SIGTERM' | 'SIGKILL') {
    const running = child
    child = undefined
    if (!running || running.exitCode !== null) return undefined
    const exited = once(running, 'exit')
    running.kill(signal)
    const [code] = await exited
    return code
  }

  async function stop() {
    expect(await endProcess('SIGTERM'), `exit code after SIGTERM\n${output}`).toBe(0)
  }

  async function dispose() {
    await endProcess('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }

  return { url, databaseFile, output: () => output, start, stop, dispose }
}
