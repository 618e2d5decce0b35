// Breaks the server on purpose: neither commits nor checkpoints are ever synced to disk, and the setting reads back as
// if they were.
import SqliteDatabase from 'better-sqlite3'

const { pragma } = SqliteDatabase.prototype
SqliteDatabase.prototype.pragma = function (text, options) {
  if (/^synchronous\s*=/i.test(text)) return pragma.call(this, 'synchronous = off', options)
  if (/^synchronous$/i.test(text)) return 2
  return pragma.call(this, text, options)
}
