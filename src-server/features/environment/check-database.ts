import { freeDiskBytes } from '#db/database.ts'
import { migrationNames } from '#db/migrate.ts'
import type { World } from '#server/core/context.ts'
import type { Membership } from '#server/core/merchant.ts'
import { toIso } from '#server/shared/day.ts'
import {
  findDatabaseVersion,
  listLateCaptures,
  listMigrations,
  listOverRefundedPayments,
  pingDatabase,
} from './environment.queries.ts'
import { isLowOnDisk, judgeDatabase } from './environment.rules.ts'
import type { EnvironmentCheck } from './environment.schema.ts'

type Options = World & { findMembership: () => Promise<Membership | undefined> }

/**
 * Checks the database's schema, speed and free space. Also reports payments whose refunds at the processor exceed them,
 * and payments whose money a processor took after they had ended. Throws the database's errors.
 */
export async function checkDatabase({
  db,
  dialect,
  config,
  log,
  now,
  findMembership,
}: Options): Promise<EnvironmentCheck> {
  const startedAt = performance.now()
  await pingDatabase(db)
  const queryMs = Math.round(performance.now() - startedAt)
  const [applied, version, freeBytes] = await Promise.all([
    listMigrations(db),
    findDatabaseVersion(db, dialect),
    freeDiskBytes(config.databaseUrl),
  ])
  if (isLowOnDisk(freeBytes)) log.warn({ freeBytes }, 'the disk of the database is nearly full')
  const missing = migrationNames.filter((name) => !applied.includes(name))
  const unknownMigrations = applied.filter((name) => !migrationNames.includes(name))
  const membership = await findMembership()
  const overRefundedPayments = membership
    ? await listOverRefundedPayments(db, {
        merchantId: membership.merchant.id,
        limit: PAYMENTS_PER_LIST,
      })
    : []
  const since = toIso(now() - LATE_CAPTURES_FOR_MS)
  const lateCaptures = membership
    ? await listLateCaptures(db, {
        merchantId: membership.merchant.id,
        since,
        limit: PAYMENTS_PER_LIST,
      })
    : []
  const payments = [
    ...lateCaptures.map(({ transactionId }) => transactionId),
    ...overRefundedPayments.map(({ subject }) => subject),
  ]
  return {
    ...judgeDatabase({
      queryMs,
      missing,
      foreign: unknownMigrations,
      freeBytes,
      hasContradictions: overRefundedPayments.length > 0,
      hasLateCaptures: lateCaptures.length > 0,
    }),
    details: [
      { label: 'Kind', value: `${names[dialect]} ${version}` },
      { label: 'Query time', value: `${queryMs} ms` },
      { label: 'Migrations', value: `${applied.length} of ${migrationNames.length} ran` },
      ...(payments.length > 0 ? [{ label: 'Payments', value: payments.join(', ') }] : []),
    ],
  }
}

/** Maximum number of payments of each list in the details. */
const PAYMENTS_PER_LIST = 5
/** Period of the shown late captures: as long as events of processors are kept. */
const LATE_CAPTURES_FOR_MS = 35 * 86_400_000

const names = { sqlite: 'SQLite', postgres: 'PostgreSQL' }
