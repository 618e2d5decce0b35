import { parseArgs } from 'node:util'
import { DEFAULT_SHARDS, distribute as distributeDatabase } from '#db/citus/distribute.ts'
import { openDatabase } from '#db/database.ts'
import { migrateToLatest } from '#db/migrate.ts'
import { AppError } from '../core/calls/errors.ts'
import type { OperatorContext, PrintLine } from './operator-context.ts'

const MAX_SHARDS = 1024

function parseShards(text: string): number {
  const shards = Number(text)
  if (Number.isInteger(shards) && shards >= 1 && shards <= MAX_SHARDS) return shards
  throw new AppError('invalid', `--shards is a whole number from 1 to ${MAX_SHARDS}.`)
}

/**
 * Distributes merchants over the nodes of a Citus cluster, or prints what that would do. Returns the command's exit
 * code.
 */
export async function distribute(
  operatorContext: OperatorContext,
  argv: string[],
  printLine: PrintLine,
): Promise<number> {
  const { values } = parseArgs({
    args: argv,
    options: {
      'dry-run': { type: 'boolean', default: false },
      shards: { type: 'string', default: String(DEFAULT_SHARDS) },
    },
  })
  const options = {
    shards: parseShards(values.shards),
    isDryRun: values['dry-run'],
    say: printLine,
  }
  const { databaseUrl: url } = operatorContext.config
  if (!options.isDryRun && !url.startsWith('file:')) {
    const migrationDatabase = openDatabase({ url, poolSize: 2, isForMaintenance: true })
    await migrateToLatest(migrationDatabase).finally(migrationDatabase.close)
  }
  // A single connection: every other connection to the database then belongs to another process.
  const database = openDatabase({ url, poolSize: 1, isForMaintenance: true })
  await distributeDatabase(database, options).finally(database.close)
  return 0
}
