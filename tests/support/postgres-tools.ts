import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { vi } from 'vitest'
import { freePort } from './free-port.ts'
import { chownToPostgres } from './owner.ts'

const requiredPrograms = ['initdb', 'postgres', 'psql', 'pg_dump', 'pg_restore']

/**
 * Folder with the server and tools of an installed PostgreSQL; undefined if none is installed. The npm packages contain
 * no tools, and tools refuse a server newer than they are.
 */
export const postgresPrograms: string | undefined = (() => {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).toSorted().toReversed() : []
  const folders = [
    ...versions.map((version) => path.join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(path.delimiter),
  ]
  return folders.find((folder) =>
    requiredPrograms.every((name) => existsSync(path.join(folder, name))),
  )
})()

/** A running server of the PostgreSQL that is installed on this machine. */
export type InstalledPostgres = AsyncDisposable & {
  url: string
  /** Folder with the server's files. */
  folder: string
  /** Restarts the server with its settings read again. The result replaces this object. */
  restart: () => Promise<InstalledPostgres>
}

/** Starts an installed server on a new, empty folder. Root starts it as the user that its package created. */
export async function startInstalledPostgres(programs: string): Promise<InstalledPostgres> {
  const folder = mkdtempSync(path.join(tmpdir(), 'incasso-postgres-'))
  const data = path.join(folder, 'data')
  const owner = chownToPostgres(folder)
  const flags = ['--auth=trust', '--username=postgres', '--encoding=UTF8', '--locale=C']
  execFileSync(path.join(programs, 'initdb'), ['-D', data, '--no-sync', ...flags], {
    ...owner,
    stdio: 'pipe',
  })
  return startPostgres({ programs, folder, port: await freePort() })
}

type PreparedFolder = {
  programs: string
  /** Contains the server's folder `data`. Deleted when the server is disposed. */
  folder: string
  port: number
}

/** Starts a server on a prepared folder. */
export async function startPostgres({
  programs,
  folder,
  port,
}: PreparedFolder): Promise<InstalledPostgres> {
  const url = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`
  const options = ['-p', String(port), '-h', '127.0.0.1', '-k', folder, '-F']
  const data = path.join(folder, 'data')
  const server = spawn(path.join(programs, 'postgres'), ['-D', data, ...options], {
    ...chownToPostgres(folder),
    stdio: 'ignore',
  })
  await vi.waitFor(
    async () => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await client.end()
    },
    { timeout: 60_000, interval: 100 },
  )
  // Ends at once, without waiting for connected clients.
  const end = async () => {
    const ended = once(server, 'exit')
    server.kill('SIGQUIT')
    await ended
  }
  return {
    url,
    folder,
    restart: async () => {
      // An orderly shutdown, which first writes everything to disk: fsync is off here.
      const ended = once(server, 'exit')
      server.kill('SIGINT')
      await ended
      return startPostgres({ programs, folder, port })
    },
    [Symbol.asyncDispose]: async () => {
      if (server.exitCode === null && server.signalCode === null) await end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
