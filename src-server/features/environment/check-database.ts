import { freeDiskBytes } from '#db/database.ts'
import { migrationNames } from '#db/migrate.ts'
import type { World } from '#server/core/context.ts'
import { askNothing, findDatabaseVersion, listMigrations } from './environment.queries.ts'
import { isLowOnDisk, judgeDatabase } from './environment.rules.ts'
import type { EnvironmentCheck } from './environment.schema.ts'

/** Throws what the database throws. */
export async function checkDatabase({
  db,
  dialect,
  config,
  log,
}: World): Promise<EnvironmentCheck> {
  const startedAt = performance.now()
  await askNothing(db)
  const queryMs = Math.round(performance.now() - startedAt)
  const [ran, version, freeBytes] = await Promise.all([
    listMigrations(db),
    findDatabaseVersion(db, dialect),
    freeDiskBytes(config.databaseUrl),
  ])
  if (isLowOnDisk(freeBytes)) log.warn({ freeBytes }, 'the disk of the database is nearly full')
  const missing = migrationNames.filter((name) => !ran.includes(name))
  const foreign = ran.filter((name) => !migrationNames.includes(name))
  return {
    ...judgeDatabase({ queryMs, missing, foreign, freeBytes }),
    details: [
      { label: 'Kind', value: `${names[dialect]} ${version}` },
      { label: 'Query time', value: `${queryMs} ms` },
      { label: 'Migrations', value: `${ran.length} of ${migrationNames.length} ran` },
    ],
  }
}

const names = { sqlite: 'SQLite', postgres: 'PostgreSQL' }
