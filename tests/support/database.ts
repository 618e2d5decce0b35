import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inject } from 'vitest'
import { administrationPool } from './administration.ts'
import { copyOnEach, dropOnEach, withDatabaseName } from './citus-cluster.ts'

/** The database of this test run, from the environment variable TEST_DIALECT. */
export const dialect = process.env.TEST_DIALECT === 'postgres' ? 'postgres' : 'sqlite'

/** A database of one test. `remove` deletes it. */
export type FreshDatabase = { url: string; remove: () => Promise<void> }

/** Returns an empty database for the caller alone, migrated by default. */
export function freshDatabase({ isMigrated = true } = {}): Promise<FreshDatabase> {
  return dialect === 'postgres' ? freshPostgres(isMigrated) : freshSqlite(isMigrated)
}

/**
 * Returns the URLs of a PostgreSQL database: one per node of a cluster, the coordinator first, or that of the single
 * server.
 */
export function nodeUrlsOf(url: string): string[] {
  const name = new URL(url).pathname.slice(1)
  return inject('cluster')?.nodes.map((node) => withDatabaseName(node, name)) ?? [url]
}

/** Returns an empty SQLite file, also when the tests run on PostgreSQL. A server migrates it when it starts. */
export const emptySqlite = (): Promise<FreshDatabase> => freshSqlite(false)

async function freshSqlite(isMigrated: boolean): Promise<FreshDatabase> {
  const folder = mkdtempSync(path.join(tmpdir(), 'incasso-test-'))
  const file = path.join(folder, 'incasso.db')
  if (isMigrated) copyFileSync(inject('templateDatabase'), file)
  return {
    url: `file:${file}`,
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function freshPostgres(isMigrated: boolean): Promise<FreshDatabase> {
  const serverUrl = inject('templateDatabase')
  const name = `test_${randomBytes(8).toString('hex')}`
  const cluster = inject('cluster')
  if (cluster && isMigrated) return createDistributed(cluster, name)
  const run = (text: string) => administrationPool(serverUrl).query(text)
  const template = isMigrated ? 'template_incasso' : 'template0'
  // Copying the files takes a third of the processor time of copying them through the log (`wal_log`).
  await run(`create database ${name} template ${template} strategy file_copy`)
  return {
    url: withDatabaseName(serverUrl, name),
    remove: async () => {
      await run(`drop database ${name} with (force)`)
    },
  }
}

async function createDistributed(
  { nodes, template }: { nodes: readonly string[]; template: string },
  name: string,
): Promise<FreshDatabase> {
  const [coordinator = ''] = nodes
  await copyOnEach(nodes, { name, template })
  return {
    url: withDatabaseName(coordinator, name),
    remove: () => dropOnEach(nodes, name),
  }
}
