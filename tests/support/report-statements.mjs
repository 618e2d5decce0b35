// Loaded before a server: a byte on the fourth file for each statement that it gives its database, so
// that the process that started it knows how far it has come.
import { writeSync } from 'node:fs'
import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'

const report = () => {
  try {
    writeSync(3, '.')
  } catch {
    // The process that started the server reads no more.
  }
}

const { prepare } = SqliteDatabase.prototype
SqliteDatabase.prototype.prepare = function (text) {
  report()
  return prepare.call(this, text)
}

const { query } = pg.Client.prototype
pg.Client.prototype.query = function (...args) {
  report()
  return query.apply(this, args)
}
