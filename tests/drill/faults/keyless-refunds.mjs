// Breaks the server on purpose: the processor knows no refund again, so what is asked for twice moves money twice.
import { randomUUID } from 'node:crypto'
import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'

const isRefund = (text, words) =>
  text?.startsWith('insert into "sandbox_operations"') && words.includes('refund')
const forgotten = (words, key) => words.map((word) => (word === key ? randomUUID() : word))

const memory = new SqliteDatabase(':memory:')
const statement = Object.getPrototypeOf(memory.prepare('select 1'))
memory.close()
for (const name of ['run', 'get', 'all']) {
  const original = statement[name]
  statement[name] = function (...given) {
    const words = given.flat()
    // Merchant, payment, key: in the order in which they are stored.
    return isRefund(this.source, words)
      ? original.call(this, ...forgotten(words, words[2]))
      : original.apply(this, given)
  }
}

const { query } = pg.Client.prototype
pg.Client.prototype.query = function (config, ...more) {
  const values = config?.values ?? []
  if (!isRefund(config?.text, values)) return query.call(this, config, ...more)
  return query.call(this, { ...config, values: forgotten(values, values[2]) }, ...more)
}
