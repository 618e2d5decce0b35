// Breaks the server on purpose: it commits a dispute before the notices of it.
import SqliteDatabase from 'better-sqlite3'

const { prepare, exec } = SqliteDatabase.prototype
SqliteDatabase.prototype.prepare = function (text) {
  if (this.inTransaction && /^insert into "?notices"?\b/.test(text)) {
    exec.call(this, 'commit')
    exec.call(this, 'begin immediate')
  }
  return prepare.call(this, text)
}
