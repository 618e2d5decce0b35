// Breaks the server on purpose: nothing is ever told to be on the disk, neither commits nor checkpoints, and
// the setting reads back as if it were.
import SqliteDatabase from 'better-sqlite3'

const { pragma } = SqliteDatabase.prototype
SqliteDatabase.prototype.pragma = function (text, options) {
  if (/^synchronous\s*=/i.test(text)) return pragma.call(this, 'synchronous = off', options)
  if (/^synchronous$/i.test(text)) return 2
  return pragma.call(this, text, options)
}
