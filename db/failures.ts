/**
 * Yields the codes that identify a database error; both drivers set `code`. A wrapped error, such as a procedure's, has
 * the driver's error as its cause, so causes are searched too.
 */
function* codesOf(error: unknown): Generator<string> {
  for (const each of causesOf(error)) {
    if ('code' in each && typeof each.code === 'string') yield each.code
  }
}

function* causesOf(error: unknown): Generator<object> {
  for (let depth = 0; depth < MAX_DEPTH && typeof error === 'object' && error !== null; depth++) {
    yield error
    error = 'cause' in error ? error.cause : undefined
  }
}

const MAX_DEPTH = 8

const hasCode = (error: unknown, codes: readonly string[]): boolean =>
  [...codesOf(error)].some((code) => codes.includes(code))

/** Returns true if the change was refused because another row has the same unique key. */
export const isUniqueViolation = (error: unknown): boolean =>
  hasCode(error, ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505'])

/**
 * Returns true if the change was refused because of a foreign key, for example because the referenced row is missing.
 */
export const isForeignKeyViolation = (error: unknown): boolean =>
  hasCode(error, ['SQLITE_CONSTRAINT_FOREIGNKEY', '23503'])

/** Returns true if the SQLite file is corrupt: a disk failed, or another program wrote to it. */
export const isDamaged = (error: unknown): boolean =>
  [...codesOf(error)].some((code) => /^SQLITE_(?:NOTADB|CORRUPT)/.test(code))

/** Returns true if another connection is writing to the SQLite file. */
export const isBusy = (error: unknown): boolean =>
  [...codesOf(error)].some((code) => code.startsWith('SQLITE_BUSY'))

/** Returns true if PostgreSQL requires a retry of the whole transaction (serialization failure, deadlock). */
export const wantsRetry = (error: unknown): boolean => hasCode(error, ['40001', '40P01'])

/**
 * Codes of an unavailable database. PostgreSQL's classes: 08 connections; 53 resources; 57 stopped by an operator or by
 * a timeout; 58 its disk; 28 and 3D access refused. Its single codes: 25006 read-only; 25P03 idle for too long; 55000
 * admits no connection now; 55P03 locked; 40001 and 40P01 after a retry failed too.
 */
const unavailable =
  /^(?:SQLITE_(?:BUSY|LOCKED|FULL|READONLY|IOERR|CANTOPEN|CORRUPT|NOTADB|PROTOCOL|NOMEM)|(?:08|28|3D|53|57|58)\w{3}$|25006|25P03|55000|55P03|40001|40P01|DATABASE_BUSY|OUTCOME_UNKNOWN)/

/** Network codes count on the error itself only: as a cause they may be a mail server's or a model's. */
const unreachable = /^(?:ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/

const ownCodeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** Prefix of the error by which triggers refuse changes to a database whose data are moved elsewhere. */
export const READ_ONLY = 'this database is read-only'

/** Returns true if the error means that the data are being moved, or were: the database takes no changes. */
export const isReadOnly = (error: unknown): boolean =>
  [...causesOf(error)].some(
    (each) => 'message' in each && String(each.message).startsWith(READ_ONLY),
  )

/** Messages of the driver's own errors, which have no code. */
const lostConnection =
  /Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client was closed|Client has encountered a connection error/

/**
 * Returns true if the database cannot serve now: it is full, locked, read-only or unreachable. Nothing was stored, or
 * the outcome is unknown. A retry with the same Idempotency-Key returns that outcome.
 */
export const isUnavailable = (error: unknown): boolean =>
  [...codesOf(error)].some((code) => unavailable.test(code)) ||
  isReadOnly(error) ||
  unreachable.test(ownCodeOf(error)) ||
  (error instanceof Error && lostConnection.test(error.message))

/** Returns true if the database did not confirm the commit, so the change may be stored or not. */
export const isOutcomeUnknown = (error: unknown): boolean => hasCode(error, ['OUTCOME_UNKNOWN'])
