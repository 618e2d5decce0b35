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

const unavailable =
  /^(?:SQLITE_(?:BUSY|LOCKED|FULL|READONLY|IOERR|CANTOPEN|CORRUPT|NOTADB|PROTOCOL)|08|53|57P0|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|DATABASE_BUSY)/

/** The database cannot do it now: full, locked, read-only, gone. Nothing was stored. */
export const isUnavailable = (error: unknown): boolean =>
  unavailable.test(codeOf(error)) ||
  (error instanceof Error &&
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      error.message,
    ))
