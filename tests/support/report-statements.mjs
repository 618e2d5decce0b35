// Loaded before a server: a byte on the fourth file for each statement that it gives its database, so
// that whoever started it knows how far it has come.
import { writeSync } from 'node:fs'
import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'

const report = () => {
  try {
    writeSync(3, '.')
  } catch {
    // Nobody reads any more.
  }
}

const { prepare } = SqliteDatabase.prototype
SqliteDatabase.prototype.prepare = function (text) {
  report()
  return prepare.call(this, text)
}

const { query } = pg.Client.prototype
pg.Client.prototype.query = function (...words) {
  report()
  return query.apply(this, words)
}
