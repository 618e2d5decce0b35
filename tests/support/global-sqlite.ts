import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#db/database.ts'
import { migrateToLatest } from '#db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated file to copy (SQLite), or the server's URL (PostgreSQL). */
    templateDatabase: string
    /** Port of the pooler through which tests of the built server reach PostgreSQL, if any. */
    pooler: number | undefined
    /** Nodes of the Citus cluster, if the tests run on one, and the database that each test copies on all nodes. */
    cluster: { nodes: readonly string[]; template: string } | undefined
  }
}

/** Migrates one database that every test copies. */
export default async function setup({ provide }: TestProject) {
  const folder = mkdtempSync(path.join(tmpdir(), 'incasso-test-'))
  const file = path.join(folder, 'template.db')
  const database = openDatabase({ url: `file:${file}` })
  await migrateToLatest(database)
  await database.close()
  provide('templateDatabase', file)
  return () => rmSync(folder, { recursive: true, force: true })
}
