// Breaks the server on purpose: attempts at payment links are never stored, so no limit is ever reached.
import SqliteDatabase from 'better-sqlite3'

const memory = new SqliteDatabase(':memory:')
const statement = Object.getPrototypeOf(memory.prepare('select 1'))
memory.close()
const { run } = statement
statement.run = function (...args) {
  const isTry = this.source.startsWith('insert into "payment_link_tries"')
  return isTry ? { changes: 0, lastInsertRowid: 0 } : run.apply(this, args)
}
