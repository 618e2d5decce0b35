// No fault: SQLite brings its log into the database after some pages, not after thousands, so that a
// drill meets a checkpoint as often as a commit.
import { randomInt } from 'node:crypto'
import SqliteDatabase from 'better-sqlite3'

const MOST_PAGES = 100
const { pragma } = SqliteDatabase.prototype
SqliteDatabase.prototype.pragma = function (text, options) {
  const few = () => pragma.call(this, `wal_autocheckpoint = ${randomInt(1, MOST_PAGES)}`)
  if (/^synchronous\s*=/i.test(text)) few()
  const answer = pragma.call(this, text, options)
  // Where threads make checkpoints beside the writers it is set once more, and read back.
  if (/^wal_autocheckpoint\s*$/i.test(text)) few()
  return answer
}
