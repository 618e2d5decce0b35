/** Which kind of failure a database error is; both drivers put a code on it. */
const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : ''

export const isUniqueViolation = (error: unknown): boolean =>
  ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505'].includes(codeOf(error))

export const isForeignKeyViolation = (error: unknown): boolean =>
  ['SQLITE_CONSTRAINT_FOREIGNKEY', '23503'].includes(codeOf(error))

/** PostgreSQL asks to run the whole transaction again (serialization failure, deadlock). */
export const wantsRetry = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error))

/**
 * By PostgreSQL's classes: 08 connections, 53 resources, 57 stopped by an operator or by a timeout, 58
 * its disk; 28 and 3D not let in; 25006 read-only; 25P03 idle for too long; 55000 admits nobody now;
 * 55P03 locked; 40001 and 40P01 when running it again did not help either.
 */
const unavailable =
  /^(?:SQLITE_(?:BUSY|LOCKED|FULL|READONLY|IOERR|CANTOPEN|CORRUPT|NOTADB|PROTOCOL|NOMEM)|(?:08|28|3D|53|57|58)\w{3}$|25006|25P03|55000|55P03|40001|40P01|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|DATABASE_BUSY)/

/** The database cannot do it now: full, locked, read-only, gone. Nothing was stored. */
export const isUnavailable = (error: unknown): boolean =>
  unavailable.test(codeOf(error)) ||
  (error instanceof Error &&
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      error.message,
    ))
