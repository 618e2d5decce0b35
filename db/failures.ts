/**
 * Which kind of failure a database error is; both drivers put a code on it. A procedure's failure, and
 * one that was named on its way, carry the driver's error as their cause, so causes are looked at too.
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

export const isUniqueViolation = (error: unknown): boolean =>
  hasCode(error, ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505'])

export const isForeignKeyViolation = (error: unknown): boolean =>
  hasCode(error, ['SQLITE_CONSTRAINT_FOREIGNKEY', '23503'])

/** The SQLite file is not as it was written: a disk failed, or another program wrote to it. */
export const isDamaged = (error: unknown): boolean =>
  [...codesOf(error)].some((code) => /^SQLITE_(?:NOTADB|CORRUPT)/.test(code))

/** Another connection writes to the SQLite file. */
export const isBusy = (error: unknown): boolean =>
  [...codesOf(error)].some((code) => code.startsWith('SQLITE_BUSY'))

/** PostgreSQL asks to run the whole transaction again (serialization failure, deadlock). */
export const wantsRetry = (error: unknown): boolean => hasCode(error, ['40001', '40P01'])

/**
 * By PostgreSQL's classes: 08 connections, 53 resources, 57 stopped by an operator or by a timeout, 58
 * its disk; 28 and 3D not let in; 25006 read-only; 25P03 idle for too long; 55000 admits no connection now;
 * 55P03 locked; 40001 and 40P01 when running it again did not help either.
 */
const unavailable =
  /^(?:SQLITE_(?:BUSY|LOCKED|FULL|READONLY|IOERR|CANTOPEN|CORRUPT|NOTADB|PROTOCOL|NOMEM)|(?:08|28|3D|53|57|58)\w{3}$|25006|25P03|55000|55P03|40001|40P01|DATABASE_BUSY|OUTCOME_UNKNOWN)/

/** Below a wrapper these may be a mail server's or a model's, so they count on the error itself alone. */
const unreachable = /^(?:ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/

const ownCodeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** How a refusal begins that comes from the triggers of a database whose data are moved elsewhere. */
export const READ_ONLY = 'this database is read-only'

/** The data of this database are being moved, or were: it takes no change. */
export const isReadOnly = (error: unknown): boolean =>
  [...causesOf(error)].some(
    (each) => 'message' in each && String(each.message).startsWith(READ_ONLY),
  )

/** What the driver itself says, without a code. */
const lostWords =
  /Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client was closed|Client has encountered a connection error/

/**
 * The database cannot do it now: full, locked, read-only, gone. Nothing was stored, or it is not known: whoever asks
 * again with the same Idempotency-Key learns what became of it.
 */
export const isUnavailable = (error: unknown): boolean =>
  [...codesOf(error)].some((code) => unavailable.test(code)) ||
  isReadOnly(error) ||
  unreachable.test(ownCodeOf(error)) ||
  (error instanceof Error && lostWords.test(error.message))

/** As unavailable as any, but here it may have been stored. */
export const isOutcomeUnknown = (error: unknown): boolean => hasCode(error, ['OUTCOME_UNKNOWN'])
