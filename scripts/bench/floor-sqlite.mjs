// The floor: the most that this machine can do. A bare Fastify server stores the rows that a payment of the product
// stores, except the search index. It uses prepared statements, the same durability and one commit for requests that
// arrive together. It does nothing else: no API key, no checks, no webhook events.
// Runs as a separate process: PORT=… node floor-sqlite.mjs FILE MERCHANT_ID
import { randomBytes } from 'node:crypto'
import SqliteDatabase from 'better-sqlite3'
import { fastify } from 'fastify'
import { responseOf, rowOf, statements } from './floor-rows.mjs'

const [file, merchantId] = process.argv.slice(2)

const database = new SqliteDatabase(file)
database.pragma('journal_mode = wal')
database.pragma('synchronous = full')
database.pragma('foreign_keys = on')
const reader = new SqliteDatabase(file, { readonly: true })

const prepared = Object.fromEntries(
  Object.entries(statements).map(([name, { text }]) => [name, database.prepare(text)]),
)
const [begin, commit] = ['begin immediate', 'commit'].map((text) => database.prepare(text))
const selectPage = reader.prepare(
  'select * from transactions where merchant_id = ? order by created_at desc, id desc limit 100',
)
const selectOne = reader.prepare('select * from transactions where merchant_id = ? and id = ?')

let waiting = []

/** Resolves when all rows written so far are on the disk. */
function waitForCommit() {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length > 1) return
    setImmediate(() => {
      commit.run()
      const done = waiting
      waiting = []
      for (const each of done) each()
    })
  })
}

const app = fastify()

app.post('/api/payments', async (request, reply) => {
  if (waiting.length === 0) begin.run()
  const done = waitForCommit()
  const email = request.body.customerEmail
  const customer = prepared.customer.get(merchantId, email)
  const row = rowOf(request.body, { merchantId, customerId: customer.id, randomBytes })
  const answer = responseOf(row)
  const key = { key: request.headers['idempotency-key'], answer: JSON.stringify(answer) }
  for (const [name, { parametersOf }] of Object.entries(statements)) {
    if (parametersOf) prepared[name].run(...parametersOf(row, key))
  }
  await done
  return reply.code(201).send(answer)
})
app.get('/api/transactions', () => selectPage.all(merchantId).map((row) => responseOf(row)))
app.get('/api/transactions/:id', ({ params }) => responseOf(selectOne.get(merchantId, params.id)))
app.get('/readyz', () => ({ status: 'ok' }))

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
