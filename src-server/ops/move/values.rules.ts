/** Kinds of values in the columns of both databases, however each of them stores them. */
export type ColumnKind = 'text' | 'integer' | 'boolean' | 'instant' | 'bytes'

type Side = 'sqlite' | 'postgres'

/**
 * Thrown when a value cannot be stored in the other database's column. The message omits the value itself, which may be
 * a secret.
 */
export class UnfitValueError extends Error {
  constructor(kind: ColumnKind) {
    super(`a value that is no ${kind}, as the other database knows it`)
  }
}

/**
 * Converts a value for the target's column. `kind` is PostgreSQL's: SQLite stores booleans as integers and instants as
 * text.
 */
export function convertValue(
  value: unknown,
  { kind, to }: { kind: ColumnKind; to: Side },
): unknown {
  if (value === null || value === undefined) return null
  return to === 'postgres' ? toPostgresValue(value, kind) : toSqliteValue(value, kind)
}

function toPostgresValue(value: unknown, kind: ColumnKind): unknown {
  switch (kind) {
    case 'integer':
      if (!Number.isSafeInteger(value)) throw new UnfitValueError(kind)
      return value
    case 'boolean':
      if (typeof value === 'boolean') return value
      if (value !== 0 && value !== 1) throw new UnfitValueError(kind)
      return value === 1
    case 'instant':
      return isoOf(value)
    case 'bytes':
      if (!(value instanceof Uint8Array)) throw new UnfitValueError(kind)
      return `\\x${Buffer.from(value).toString('hex')}`
    case 'text':
      // PostgreSQL accepts no text with a null character, and no typed text contains one.
      if (typeof value !== 'string' || value.includes('\0')) throw new UnfitValueError(kind)
      return value
  }
}

function toSqliteValue(value: unknown, kind: ColumnKind): unknown {
  switch (kind) {
    case 'integer':
      if (!Number.isSafeInteger(value)) throw new UnfitValueError(kind)
      return value
    case 'boolean':
      if (typeof value !== 'boolean') throw new UnfitValueError(kind)
      return value ? 1 : 0
    case 'instant':
      return isoOf(value)
    case 'bytes':
      if (!(value instanceof Uint8Array)) throw new UnfitValueError(kind)
      return Buffer.from(value)
    case 'text':
      if (typeof value !== 'string') throw new UnfitValueError(kind)
      return value
  }
}

/** Returns an instant to the millisecond: no code that writes instants is more precise. */
function isoOf(value: unknown): string {
  const at = value instanceof Date ? value : new Date(typeof value === 'string' ? value : '')
  if (Number.isNaN(at.getTime())) throw new UnfitValueError('instant')
  return at.toISOString()
}
