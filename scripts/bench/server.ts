import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A server in a separate process, with its figures. */
export type RunningServer = {
  url: string
  /** Milliseconds from the start of the process until it reported that it is ready. */
  readyMs: number
  /** Resident memory, current and at its peak, in MB. */
  memory: () => { nowMb: number; peakMb: number }
  /** CPU time of all threads since the start of the process, in milliseconds. */
  cpuMs: () => number
  stop: () => Promise<void>
}

/** A Node program, and a folder with this project installed and built for it. */
export type Runtime = { node: string; folder: string }

const thisRuntime: Runtime = { node: process.execPath, folder: root }

export type ServerOptions = {
  role?: 'all' | 'web' | 'worker'
  runtime?: Runtime
  environment?: Record<string, string>
}

/** Starts the built server in a separate process, as it is shipped but without rate limits. */
export function startServer(
  databaseUrl: string,
  secretKey: string,
  { role = 'all', runtime = thisRuntime, environment: more = {} }: ServerOptions = {},
): Promise<RunningServer> {
  const environment = {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: secretKey,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    ROLE: role,
    ...more,
  }
  return start({ script: 'dist/server/server.js', args: [], environment, runtime })
}

/** Starts the floor: a bare server that only stores and reads. Its rate is the most that the machine can reach. */
export function startFloor(databaseUrl: string, merchantId: string): Promise<RunningServer> {
  const isPostgres = databaseUrl.startsWith('postgres')
  return start({
    script: `scripts/bench/${isPostgres ? 'floor-postgres' : 'floor-sqlite'}.mjs`,
    args: [databaseUrl.replace(/^file:/, ''), merchantId],
    environment: {},
    runtime: thisRuntime,
  })
}

type Program = {
  script: string
  args: readonly string[]
  environment: Record<string, string>
  runtime: Runtime
}

async function start({ script, args, environment, runtime }: Program): Promise<RunningServer> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const startedAt = performance.now()
  const child = spawn(runtime.node, [path.join(runtime.folder, script), ...args], {
    cwd: runtime.folder,
    env: { PATH: process.env.PATH, PORT: String(port), ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await waitUntilReady(child, url)
  const readyMs = Math.round(performance.now() - startedAt)
  return {
    url,
    readyMs,
    memory: () => memoryOf(child.pid),
    cpuMs: () => cpuMsOf(child.pid),
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

function memoryOf(pid: number | undefined): { nowMb: number; peakMb: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const inMb = (name: string) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
  return { nowMb: inMb('VmRSS'), peakMb: inMb('VmHWM') }
}

/** The kernel counts CPU time in hundredths of a second. */
const TICK_MS = 10

function cpuMsOf(pid: number | undefined): number {
  // After the program's name, which may contain any character, its times are the 12th and 13th fields.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

async function waitUntilReady(child: ChildProcess, url: string): Promise<void> {
  for (let tries = 0; tries < 2_000; tries++) {
    if (child.exitCode !== null) throw new Error('the server ended')
    const status = await fetch(`${url}/readyz`).then(
      (response) => response.status,
      () => 0,
    )
    if (status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('the server did not become ready')
}
