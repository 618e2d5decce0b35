// Module to load before a server. For each database statement it writes a byte to file descriptor 3, so that the parent
// process can count the statements.
import { writeSync } from 'node:fs'
import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'

const report = () => {
  try {
    writeSync(3, '.')
  } catch {
    // Ignored, because the parent process has closed the pipe.
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
