// Breaks the server on purpose: it never stores every third mail.
import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'

let mailCount = 0
const isLost = (text) => text?.startsWith('insert into "mails"') && ++mailCount % 3 === 0

const memory = new SqliteDatabase(':memory:')
const statement = Object.getPrototypeOf(memory.prepare('select 1'))
memory.close()
const { run } = statement
statement.run = function (...args) {
  return isLost(this.source) ? { changes: 0, lastInsertRowid: 0 } : run.apply(this, args)
}

const { query } = pg.Client.prototype
pg.Client.prototype.query = function (config, ...more) {
  if (isLost(config?.text)) return Promise.resolve({ command: 'INSERT', rowCount: 0, rows: [] })
  return query.call(this, config, ...more)
}
