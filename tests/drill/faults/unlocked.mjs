// Breaks the server on purpose: on PostgreSQL no row is locked while the server decides about it.
import pg from 'pg'

const LOCK_CLAUSE =
  /\s+for (?:no key update|update|key share|share)(?: of [\w", ]+)?(?: skip locked| nowait)?\s*$/i

const { query } = pg.Client.prototype
pg.Client.prototype.query = function (config, ...more) {
  const { text } = config ?? {}
  if (typeof text !== 'string' || !LOCK_CLAUSE.test(text)) return query.call(this, config, ...more)
  return query.call(this, { ...config, text: text.replace(LOCK_CLAUSE, '') }, ...more)
}
