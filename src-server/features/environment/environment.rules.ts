import type { EnvironmentCheck, EnvironmentName } from './environment.schema.ts'

type Finding = Pick<EnvironmentCheck, 'status' | 'message' | 'fix'>

export const MB = 1024 * 1024
const SLOW_MS = 500
const LOW_DISK = 1024 * MB
const CRITICAL_DISK = 100 * MB

/** The four functions return a finding of a check: its status, its message and, if something is to be done, the fix. */
export const healthyFinding = (message: string): Finding => ({
  status: 'healthy',
  message,
  fix: null,
})
export const warningFinding = (message: string, fix: string): Finding => ({
  status: 'warning',
  message,
  fix,
})
export const failingFinding = (message: string, fix: string): Finding => ({
  status: 'error',
  message,
  fix,
})
export const unknownFinding = (message: string, fix: string | null): Finding => ({
  status: 'unknown',
  message,
  fix,
})

export type DatabaseState = {
  queryMs: number
  /** Migrations of this release that the database has not run. */
  missing: readonly string[]
  /** Migrations that the database has run and this release does not have. */
  foreign: readonly string[]
  /** Null when the server cannot see the database's disk. */
  freeBytes: number | null
  /** True when a processor reports refunds that exceed their payments. */
  hasContradictions: boolean
  /** True when a processor recently took the money of a payment that had ended. */
  hasLateCaptures: boolean
}

/** The fix omits the free space, which concerns operators only: their log and metrics state it. */
const FREE_SPACE_FIX =
  'Tell the operator of this server, whose log says how much is left: free space, or move the database file to a larger disk and set `DATABASE_URL`.'

export const isLowOnDisk = (freeBytes: number | null): freeBytes is number =>
  freeBytes !== null && freeBytes < LOW_DISK

/** Returns the most serious finding about the database. */
export function judgeDatabase(state: DatabaseState): Finding {
  const { queryMs, missing, foreign, freeBytes, hasContradictions, hasLateCaptures } = state
  if (missing.length > 0) {
    return failingFinding(
      `The schema is behind: ${missing.length} ${missing.length === 1 ? 'migration has' : 'migrations have'} not run.`,
      'Restart the server with `npm start`: it brings the schema up to date before it serves.',
    )
  }
  if (freeBytes !== null && freeBytes < CRITICAL_DISK) {
    return failingFinding(
      'The database has hardly any room left: writing will fail.',
      FREE_SPACE_FIX,
    )
  }
  if (foreign.length > 0) {
    return warningFinding(
      'A newer release has changed the schema of this database.',
      'Run that release, or go back to a copy of the data from before it.',
    )
  }
  if (isLowOnDisk(freeBytes)) {
    return warningFinding('The database is running out of room.', FREE_SPACE_FIX)
  }
  if (hasLateCaptures) {
    return warningFinding(
      'A processor took the money of payments that had failed or were cancelled before.',
      'Open these payments: an owner refunds the money there, or at the processor’s own site.',
    )
  }
  if (hasContradictions) {
    return warningFinding(
      'The processor names refunds that exceed their payments, so they are not recorded.',
      'Compare these payments with the processor’s own dashboard, and tell the operator of this server.',
    )
  }
  if (queryMs > SLOW_MS) {
    return warningFinding(
      `The database responds slowly: a query took ${queryMs} ms.`,
      'Look at the load of its machine, and at what else uses the database.',
    )
  }
  return healthyFinding('The database responds and its schema is up to date.')
}

type ClerkKeys = { kind: 'test' | 'live'; environment: EnvironmentName }

/** Returns a warning for test keys in production or live keys in development; undefined for any other combination. */
export function judgeClerkKeys({ kind, environment }: ClerkKeys): Finding | undefined {
  if (environment === 'production' && kind === 'test') {
    return warningFinding(
      'Clerk signs people in with test keys, in production.',
      'Set `CLERK_PUBLISHABLE_KEY` and `CLERK_SECRET_KEY` to the live keys of the production instance, then restart.',
    )
  }
  if (environment === 'development' && kind === 'live') {
    return warningFinding(
      'Clerk signs people in with live keys, in development.',
      'Set the test keys of the development instance, so that trying things out touches no real account.',
    )
  }
  return undefined
}
