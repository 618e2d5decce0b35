import pg from 'pg'
import { distribute } from '#db/citus/distribute.ts'
import { openDatabase } from '#db/database.ts'
import { migrateToLatest } from '#db/migrate.ts'
import { administrationPool } from './administration.ts'

/** Shards of each test's database: the fewest that still cover more than one node. */
const SHARDS = 4

/** URLs of the same database on each node of a cluster, the coordinator first. */
export type Nodes = readonly string[]

/** Runs the statements on a new connection, one after another. Returns the rows of the last one. */
export async function runStatements(
  url: string,
  ...texts: string[]
): Promise<Record<string, unknown>[]> {
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

/** Returns the URLs of all nodes that this coordinator knows. */
export async function nodesOf(coordinator: string): Promise<Nodes> {
  const workers = await runStatements(
    coordinator,
    `select nodename, nodeport from pg_dist_node where groupid <> 0 order by nodeid`,
  )
  return [
    coordinator,
    ...workers.map(({ nodename, nodeport }) => urlOfNode(coordinator, nodename, nodeport)),
  ]
}

function urlOfNode(url: string, host: unknown, port: unknown): string {
  const target = new URL(url)
  target.hostname = String(host)
  target.port = String(port)
  return target.href
}

/** Returns the URL of another database on the same server. */
export function withDatabaseName(url: string, name: string): string {
  const target = new URL(url)
  target.pathname = `/${name}`
  return target.href
}

const runOnEach = (nodes: Nodes, text: string) =>
  Promise.all(nodes.map((node) => administrationPool(node).query(text)))

/**
 * Creates an empty database on each node, and registers the workers with the coordinator. Returns the coordinator's
 * URL. Drops an existing database.
 */
export async function createOnEach(nodes: Nodes, name: string): Promise<string> {
  await dropOnEach(nodes, name)
  await runOnEach(nodes, `create database ${name} template template0`)
  await Promise.all(
    nodes.map((node) => runStatements(withDatabaseName(node, name), 'create extension citus')),
  )
  const [coordinator, ...workers] = nodes.map((node) => new URL(node))
  if (!coordinator) throw new Error('The cluster has no coordinator.')
  const url = withDatabaseName(coordinator.href, name)
  const { hostname, port } = coordinator
  await runStatements(
    url,
    `select citus_set_coordinator_host('${hostname}', ${port || 5432})`,
    ...workers.map(
      (worker) => `select citus_add_node('${worker.hostname}', ${worker.port || 5432})`,
    ),
  )
  return url
}

/** Distributes the tables of the database at this coordinator over the nodes. Sends each line of progress to `say`. */
export async function distributeAt(
  url: string,
  say: (line: string) => void = () => {},
): Promise<void> {
  const database = openDatabase({ url, poolSize: 1, isForMaintenance: true })
  await distribute(database, { shards: SHARDS, isDryRun: false, say }).finally(database.close)
}

/**
 * Creates on all nodes the migrated template database that each test copies. Copies of the same template
 * share shard metadata, so a copy on the coordinator finds its shards on the workers.
 */
export async function makeTemplate(nodes: Nodes, name: string): Promise<void> {
  const url = await createOnEach(nodes, name)
  const database = openDatabase({ url })
  await migrateToLatest(database).finally(database.close)
  await distributeAt(url)
  // A database can be copied only without connections, and Citus connects to every database that allows it.
  await runOnEach(nodes, `alter database ${name} allow_connections false`)
  await runOnEach(
    nodes,
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
  )
}

/** Copies the template to a new database on each node. */
export const copyOnEach = (nodes: Nodes, { name, template }: { name: string; template: string }) =>
  runOnEach(nodes, `create database ${name} template ${template} strategy wal_log`)

const MAX_TRIES = 20

/** Drops the database on all nodes. Retries, because Citus connects to every database, even while it is dropped. */
export async function dropOnEach(nodes: Nodes, name: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await runOnEach(nodes, `drop database if exists ${name} with (force)`)
      return
    } catch (error) {
      if (attempt === MAX_TRIES || !String(error).includes('accessed by other users')) throw error
    }
  }
}
