import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { sqliteFile } from '#db/database.ts'
import { migrationNames } from '#db/migrate.ts'
import type { World } from '../../context.ts'
import { askNothing, findDatabaseFacts, listMigrations } from './environment.queries.ts'
import { judgeDatabase, sizeText } from './environment.rules.ts'
import type { EnvironmentCheck } from './environment.schema.ts'

/** Throws what the database throws. */
export async function checkDatabase({ db, dialect, config }: World): Promise<EnvironmentCheck> {
  const startedAt = performance.now()
  await askNothing(db)
  const queryMs = Math.round(performance.now() - startedAt)
  const [ran, facts, freeBytes] = await Promise.all([
    listMigrations(db),
    findDatabaseFacts(db, dialect),
    dialect === 'sqlite' ? freeBytesBeside(sqliteFile(config.databaseUrl)) : null,
  ])
  const missing = migrationNames.filter((name) => !ran.includes(name))
  const foreign = ran.filter((name) => !migrationNames.includes(name))
  return {
    ...judgeDatabase({ queryMs, missing, foreign, freeBytes }),
    details: [
      { label: 'Kind', value: `${names[dialect]} ${facts.version}` },
      { label: 'Query time', value: `${queryMs} ms` },
      { label: 'Migrations', value: `${ran.length} of ${migrationNames.length} ran` },
      { label: 'Size', value: sizeText(facts.bytes) },
      ...(freeBytes === null ? [] : [{ label: 'Free disk', value: sizeText(freeBytes) }]),
    ],
  }
}

const names = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

async function freeBytesBeside(file: string): Promise<number> {
  const { bavail, bsize } = await statfs(path.dirname(file))
  return bavail * bsize
}
