// Breaks the server on purpose: it misses that merchants are distributed over machines, and sends statements about many
// of them at once.
import pg from 'pg'

const { query } = pg.Client.prototype
pg.Client.prototype.query = function (config, ...more) {
  const text = typeof config === 'string' ? config : config?.text
  if (typeof text !== 'string' || !text.includes("to_regclass('pg_catalog.pg_dist_partition')")) {
    return query.call(this, config, ...more)
  }
  return query.call(this, 'select false as citus', ...more)
}
