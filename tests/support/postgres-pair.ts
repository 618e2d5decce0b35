import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { vi } from 'vitest'
import { freePort } from './free-port.ts'
import { chownToPostgres } from './owner.ts'
import { postgresPrograms } from './postgres-tools.ts'

/** True when pg_basebackup is installed, which creates the pair. The server of the npm packages does not include it. */
export const canPair = existsSync(path.join(postgresPrograms ?? '', 'pg_basebackup'))

const SYNCHRONOUS = "alter system set synchronous_standby_names = '*'"
const ALONE = "alter system set synchronous_standby_names = ''"

type Node = { folder: string; port: number; stop: () => Promise<void>; kill: () => Promise<void> }

/** A primary PostgreSQL server and its standby. The roles change with each failover. */
export type PostgresPair = AsyncDisposable & {
  ports: readonly [number, number]
  /** Returns the URL of the server that accepts writes. */
  url: () => string
  /** Stops the replication: later writes do not reach the standby. */
  fallBehind: () => Promise<void>
  /** Kills the primary with all its processes, and promotes the standby. Resolves once the standby accepts writes. */
  failOver: () => Promise<void>
  /** Makes the killed server the standby of the other. Resolves once commits wait for it. */
  rebuild: () => Promise<void>
}

const urlOf = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`

async function runSql(port: number, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: urlOf(port) })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const waitUntil = (port: number, sql: string) =>
  vi.waitFor(
    async () => {
      const [row] = await runSql(port, sql)
      if (row?.holds !== true) throw new Error(`not yet: ${sql}`)
    },
    { timeout: 60_000, interval: 50 },
  )

/** Starts a server with the settings in its folder. fsync is off, because no machine loses its power here. */
async function startNode(folder: string, port: number): Promise<Node> {
  const options = ['-p', String(port), '-h', '127.0.0.1', '-k', folder, '-F']
  const settings = ['-c', 'max_connections=200', '-c', 'wal_keep_size=1GB']
  const program = path.join(postgresPrograms ?? '', 'postgres')
  const data = path.join(folder, 'data')
  const child = spawn(program, ['-D', data, ...options, ...settings], {
    ...chownToPostgres(folder),
    stdio: 'ignore',
  })
  await waitUntil(port, 'select true as holds')
  const end = async (signals: () => void) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    signals()
    await ended
  }
  return {
    folder,
    port,
    stop: () => end(() => child.kill('SIGQUIT')),
    kill: () =>
      end(() => {
        const pid = Number(child.pid)
        const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
        // Stopped first, so that it neither starts new processes nor notifies its clients.
        process.kill(pid, 'SIGSTOP')
        for (const each of children.split(' ').filter(Boolean))
          process.kill(Number(each), 'SIGKILL')
        process.kill(pid, 'SIGKILL')
      }),
  }
}

const newFolder = () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'incasso-pair-'))
  return { folder, owner: chownToPostgres(folder) }
}

const runProgram = (name: string, args: readonly string[], owner: object) =>
  execFileSync(path.join(postgresPrograms ?? '', name), args, { ...owner, stdio: 'pipe' })

/** Creates a standby of the primary at that port, from a copy of it. */
async function startStandby(primary: number, port: number): Promise<Node> {
  const { folder, owner } = newFolder()
  const args = ['-D', path.join(folder, 'data'), '-d', urlOf(primary), '-R', '-c', 'fast']
  runProgram('pg_basebackup', args, owner)
  return startNode(folder, port)
}

const synchronousSql = `select count(*) = 1 as holds from pg_stat_replication where sync_state = 'sync'`

/** Creates a primary and a standby. By default, each commit waits for the standby. */
export async function startPostgresPair({
  isSynchronous: waits = true,
} = {}): Promise<PostgresPair> {
  const ports = [await freePort(), await freePort()] as const
  const { folder, owner } = newFolder()
  const flags = [
    '--auth=trust',
    '--username=postgres',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ]
  runProgram('initdb', ['-D', path.join(folder, 'data'), ...flags], owner)
  let primary = await startNode(folder, ports[0])
  let standby = await startStandby(primary.port, ports[1])
  const startReplication = async () => {
    await waitUntil(
      primary.port,
      `select count(*) = 1 as holds from pg_stat_replication where state = 'streaming'`,
    )
    if (!waits) return
    await runSql(primary.port, SYNCHRONOUS)
    await runSql(primary.port, 'select pg_reload_conf()')
    await waitUntil(primary.port, synchronousSql)
  }
  await startReplication()
  return {
    ports,
    url: () => urlOf(primary.port),
    fallBehind: async () => {
      await runSql(standby.port, "alter system set primary_conninfo = ''")
      await runSql(standby.port, 'select pg_reload_conf()')
      await waitUntil(primary.port, 'select count(*) = 0 as holds from pg_stat_replication')
    },
    failOver: async () => {
      await primary.kill()
      await runSql(standby.port, 'select pg_promote(true)')
      await waitUntil(standby.port, 'select not pg_is_in_recovery() as holds')
      // The new primary has no standby yet, so its commits would wait forever.
      await runSql(standby.port, ALONE)
      await runSql(standby.port, 'select pg_reload_conf()')
      ;[primary, standby] = [standby, primary]
    },
    rebuild: async () => {
      rmSync(standby.folder, { recursive: true, force: true })
      standby = await startStandby(primary.port, standby.port)
      await startReplication()
    },
    [Symbol.asyncDispose]: async () => {
      for (const node of [standby, primary]) {
        await node.stop()
        rmSync(node.folder, { recursive: true, force: true })
      }
    },
  }
}
