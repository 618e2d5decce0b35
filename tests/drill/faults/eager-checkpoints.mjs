// No fault: SQLite brings its log into the database after some pages, not after a thousand, so that a
// drill meets a checkpoint as often as a commit.
import { randomInt } from 'node:crypto'
import SqliteDatabase from 'better-sqlite3'

const MOST_PAGES = 100
const { pragma } = SqliteDatabase.prototype
SqliteDatabase.prototype.pragma = function (text, options) {
  if (/^synchronous\s*=/i.test(text)) {
    pragma.call(this, `wal_autocheckpoint = ${randomInt(1, MOST_PAGES)}`)
  }
  return pragma.call(this, text, options)
}
