import { type OpenDatabase, openDatabase } from '#db/database.ts'
import { isDamaged } from '#db/failures.ts'
import { findMigrationNames, migrateToLatest, migrationNames } from '#db/migrate.ts'
import { AppError } from '#server/core/calls/errors.ts'
import type { KeyAge } from '#server/core/secrets/secret-box.ts'
import type { OperatorContext } from '../operator-context.ts'
import { countByKey } from '../sealed.ts'
import { type Finding, runLedgerCheck } from './ledger-check.ts'
import { countAllPayments } from './soundness.queries.ts'

/**
 * Result of checking a database file: broken invariants, number of payments, and number of secrets by the age of their
 * encryption key.
 */
export type Examination = { findings: Finding[]; payments: number; secrets: Record<KeyAge, number> }

const NO_CONTENTS = { payments: 0, secrets: { newest: 0, former: 0, unknown: 0 } }

/**
 * Migrates an SQLite file to this release's schema and checks all invariants. The migration changes the file, so pass a
 * copy.
 */
export async function examine(
  operatorContext: OperatorContext,
  file: string,
): Promise<Examination> {
  try {
    const database = openDatabase({ url: `file:${file}` })
    try {
      if ((await schemaOf(database, file)) === 'older') await migrateToLatest(database)
      const world = operatorContext.worldOf(database)
      const { findings } = await runLedgerCheck(world)
      return {
        findings,
        payments: await countAllPayments(database.db),
        secrets: await countByKey(world),
      }
    } finally {
      await database.close()
    }
  } catch (error) {
    if (!isDamage(error)) throw error
    return { ...NO_CONTENTS, findings: [{ invariant: 'the file is sound', rows: [error.message] }] }
  }
}

/** Returns true if the error means that the SQLite file is corrupt. */
export const isDamage = (error: unknown): error is Error =>
  error instanceof Error && isDamaged(error)

/**
 * Returns `older` if a migration of this release has not run on the database yet, otherwise `current`.
 * @throws AppError if a newer release made the file, or if Incasso did not make it.
 */
export async function schemaOf({ db }: OpenDatabase, file: string): Promise<'older' | 'current'> {
  const names = await findMigrationNames(db)
  if (!names) {
    throw new AppError('unprocessable', `${file} holds no database of Incasso.`)
  }
  const newer = names.find((name) => !migrationNames.includes(name))
  if (newer) {
    throw new AppError(
      'unprocessable',
      `${file} was made by a newer release (it has ${newer}): use that release for it.`,
    )
  }
  return names.length < migrationNames.length ? 'older' : 'current'
}
