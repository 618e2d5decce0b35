import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { vi } from 'vitest'
import { freePort } from './free-port.ts'
import { ownerOf } from './owner.ts'

const wanted = ['initdb', 'postgres', 'psql', 'pg_dump', 'pg_restore']

/**
 * The programs of a PostgreSQL that is installed on this machine, server and tools of one version: the
 * server that comes with the packages has no tools, and tools refuse a server newer than they are.
 */
export const postgresPrograms: string | undefined = (() => {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).toSorted().toReversed() : []
  const folders = [
    ...versions.map((version) => path.join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(path.delimiter),
  ]
  return folders.find((folder) => wanted.every((name) => existsSync(path.join(folder, name))))
})()

export type InstalledPostgres = AsyncDisposable & {
  url: string
  /** Where its files are. */
  folder: string
  /** The same server, with its settings read anew; this one is of no use any more. */
  restart: () => Promise<InstalledPostgres>
}

/** Such a server, on an empty folder of its own; root starts it as the user that its package made. */
export async function installedPostgres(programs: string): Promise<InstalledPostgres> {
  const folder = mkdtempSync(path.join(tmpdir(), 'incasso-postgres-'))
  const data = path.join(folder, 'data')
  const owner = ownerOf(folder)
  const flags = ['--auth=trust', '--username=postgres', '--encoding=UTF8', '--locale=C']
  execFileSync(path.join(programs, 'initdb'), ['-D', data, '--no-sync', ...flags], {
    ...owner,
    stdio: 'pipe',
  })
  return startPostgres({ programs, folder, port: await freePort() })
}

type OwnFolder = {
  programs: string
  /** Holds the server's own, `data`; goes when the server is disposed of. */
  folder: string
  port: number
}

/** A server on a folder that has been made ready for it. */
export async function startPostgres({
  programs,
  folder,
  port,
}: OwnFolder): Promise<InstalledPostgres> {
  const url = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`
  const options = ['-p', String(port), '-h', '127.0.0.1', '-k', folder, '-F']
  const data = path.join(folder, 'data')
  const server = spawn(path.join(programs, 'postgres'), ['-D', data, ...options], {
    ...ownerOf(folder),
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
  // Ends at once, without waiting for the clients that are connected.
  const end = async () => {
    const ended = once(server, 'exit')
    server.kill('SIGQUIT')
    await ended
  }
  return {
    url,
    folder,
    restart: async () => {
      // What is not on the disk yet is written first: fsync is off here.
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
