// Breaks the server on purpose: each step of a migration is committed separately, not all at once.
import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'

const isStep = (text) => /^\s*(?:create|alter|drop) /i.test(text)

const { prepare, exec } = SqliteDatabase.prototype
SqliteDatabase.prototype.prepare = function (text) {
  if (this.inTransaction && isStep(text)) {
    exec.call(this, 'commit')
    exec.call(this, 'begin immediate')
  }
  return prepare.call(this, text)
}

const { query } = pg.Client.prototype
pg.Client.prototype.query = function (config, ...more) {
  if (isStep(config?.text ?? '')) {
    query.call(this, 'commit')
    query.call(this, 'begin')
  }
  return query.call(this, config, ...more)
}
