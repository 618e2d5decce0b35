// Breaks the server on purpose: commits are acknowledged before they are on disk, and the setting reads back as if they
// were not.
import SqliteDatabase from 'better-sqlite3'

const { pragma } = SqliteDatabase.prototype
SqliteDatabase.prototype.pragma = function (text, options) {
  if (/^synchronous\s*=/i.test(text)) return pragma.call(this, 'synchronous = normal', options)
  if (/^synchronous$/i.test(text)) return 2
  return pragma.call(this, text, options)
}
