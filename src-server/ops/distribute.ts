import { parseArgs } from 'node:util'
import { DEFAULT_SHARDS, distribute as distributeDatabase } from '#db/citus/distribute.ts'
import { openDatabase } from '#db/database.ts'
import { migrateToLatest } from '#db/migrate.ts'
import { AppError } from '../core/calls/errors.ts'
import type { Office, Say } from './office.ts'

const MOST_SHARDS = 1024

function shardsOf(text: string): number {
  const shards = Number(text)
  if (Number.isInteger(shards) && shards >= 1 && shards <= MOST_SHARDS) return shards
  throw new AppError('invalid', `--shards is a whole number from 1 to ${MOST_SHARDS}.`)
}

/** Distributes merchants over the nodes of a Citus cluster, or prints what that would do. */
export async function distribute(office: Office, words: string[], say: Say): Promise<number> {
  const { values } = parseArgs({
    args: words,
    options: {
      'dry-run': { type: 'boolean', default: false },
      shards: { type: 'string', default: String(DEFAULT_SHARDS) },
    },
  })
  const options = { shards: shardsOf(values.shards), isDryRun: values['dry-run'], say }
  const { databaseUrl: url } = office.config
  if (!options.isDryRun && !url.startsWith('file:')) {
    const migrating = openDatabase({ url, poolSize: 2, isPatient: true })
    await migrateToLatest(migrating).finally(migrating.close)
  }
  // A single connection, so that any other belongs to another process.
  const database = openDatabase({ url, poolSize: 1, isPatient: true })
  await distributeDatabase(database, options).finally(database.close)
  return 0
}
