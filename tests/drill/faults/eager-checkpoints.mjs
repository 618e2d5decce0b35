// No fault: SQLite checkpoints its log after at most 100 pages, not thousands, so that a drill meets checkpoints as
// often as commits.
import { randomInt } from 'node:crypto'
import SqliteDatabase from 'better-sqlite3'

const MAX_PAGES = 100
const { pragma } = SqliteDatabase.prototype
SqliteDatabase.prototype.pragma = function (text, options) {
  const limitPages = () => pragma.call(this, `wal_autocheckpoint = ${randomInt(1, MAX_PAGES)}`)
  if (/^synchronous\s*=/i.test(text)) limitPages()
  const result = pragma.call(this, text, options)
  // Servers with checkpoints in a separate thread set it again and read it back.
  if (/^wal_autocheckpoint\s*$/i.test(text)) limitPages()
  return result
}
