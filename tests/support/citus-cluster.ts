import pg from 'pg'
import { distribute } from '#db/citus/distribute.ts'
import { openDatabase } from '#db/database.ts'
import { migrateToLatest } from '#db/migrate.ts'
import { administration } from './administration.ts'

/** Shards of each test's database: the fewest that still cover more than one node. */
const SHARDS = 4

/** URLs of the same database on each node of a cluster, the coordinator first. */
export type Nodes = readonly string[]

export async function run(url: string, ...texts: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: Record<string, unknown>[] = []
    for (const text of texts) rows = (await client.query(text)).rows
    return rows
  } finally {
    await client.end()
  }
}

export async function nodesOf(coordinator: string): Promise<Nodes> {
  const workers = await run(
    coordinator,
    `select nodename, nodeport from pg_dist_node where groupid <> 0 order by nodeid`,
  )
  return [
    coordinator,
    ...workers.map(({ nodename, nodeport }) => at(coordinator, nodename, nodeport)),
  ]
}

function at(url: string, host: unknown, port: unknown): string {
  const address = new URL(url)
  address.hostname = String(host)
  address.port = String(port)
  return address.href
}

export function named(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

const onEach = (nodes: Nodes, text: string) =>
  Promise.all(nodes.map((node) => administration(node).query(text)))

/** Creates an empty database on each node, and registers the workers with the coordinator. */
export async function emptyOnEach(nodes: Nodes, name: string): Promise<string> {
  await dropOnEach(nodes, name)
  await onEach(nodes, `create database ${name} template template0`)
  await Promise.all(nodes.map((node) => run(named(node, name), 'create extension citus')))
  const [coordinator, ...workers] = nodes.map((node) => new URL(node))
  if (!coordinator) throw new Error('The cluster has no coordinator.')
  const url = named(coordinator.href, name)
  const { hostname, port } = coordinator
  await run(
    url,
    `select citus_set_coordinator_host('${hostname}', ${port || 5432})`,
    ...workers.map(
      (worker) => `select citus_add_node('${worker.hostname}', ${worker.port || 5432})`,
    ),
  )
  return url
}

export async function distributeAt(
  url: string,
  say: (line: string) => void = () => {},
): Promise<void> {
  const database = openDatabase({ url, poolSize: 1, isPatient: true })
  await distribute(database, { shards: SHARDS, isDryRun: false, say }).finally(database.close)
}

/** Creates the template that each test copies, on all nodes. Copies of one template know each other's shards. */
export async function makeTemplate(nodes: Nodes, name: string): Promise<void> {
  const url = await emptyOnEach(nodes, name)
  const database = openDatabase({ url })
  await migrateToLatest(database).finally(database.close)
  await distributeAt(url)
  // A database can be copied only without connections, and Citus connects to every database that allows it.
  await onEach(nodes, `alter database ${name} allow_connections false`)
  await onEach(
    nodes,
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
  )
}

export const copyOnEach = (nodes: Nodes, { name, template }: { name: string; template: string }) =>
  onEach(nodes, `create database ${name} template ${template} strategy wal_log`)

const MOST_TRIES = 20

/** Drops the database on all nodes. Retries, because Citus connects to every database, even while it is dropped. */
export async function dropOnEach(nodes: Nodes, name: string): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      await onEach(nodes, `drop database if exists ${name} with (force)`)
      return
    } catch (error) {
      if (tried === MOST_TRIES || !String(error).includes('accessed by other users')) throw error
    }
  }
}
