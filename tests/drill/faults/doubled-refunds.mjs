// Breaks the server on purpose: the processor makes each refund twice, once under a key unknown to the server.
import { randomUUID } from 'node:crypto'
import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'

const isRefund = (text, params) =>
  text?.startsWith('insert into "sandbox_operations"') && params.includes('refund')
// Columns in the order in which they are stored: merchant, payment, key.
const withNewKey = ([merchant, payment, _, ...more]) => [merchant, payment, randomUUID(), ...more]

const memory = new SqliteDatabase(':memory:')
const statement = Object.getPrototypeOf(memory.prepare('select 1'))
memory.close()
for (const name of ['run', 'get', 'all']) {
  const original = statement[name]
  statement[name] = function (...args) {
    const params = args.flat()
    if (isRefund(this.source, params)) original.call(this, ...withNewKey(params))
    return original.apply(this, args)
  }
}

const { query } = pg.Client.prototype
pg.Client.prototype.query = function (config, ...more) {
  const values = config?.values ?? []
  if (isRefund(config?.text, values)) {
    query
      .call(this, { ...config, name: undefined, values: withNewKey(values) })
      .catch(() => undefined)
  }
  return query.call(this, config, ...more)
}
