// The floor on PostgreSQL: the most that this machine can do, as in floor-sqlite.mjs. A server stores the same rows in
// one transaction for each payment. It uses named prepared statements and a pool of the product's size.
// It does nothing else.
// Runs as a separate process: PORT=… node floor-postgres.mjs URL MERCHANT_ID
import { randomBytes } from 'node:crypto'
import { fastify } from 'fastify'
import pg from 'pg'
import { responseOf, rowOf, statements } from './floor-rows.mjs'

const [connectionString, merchantId] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString, max: 10 })

const namedStatements = Object.fromEntries(
  Object.entries(statements).map(([name, { text }]) => {
    let count = 0
    return [name, { name, text: text.replaceAll('?', () => `$${++count}`) }]
  }),
)

const app = fastify()

app.post('/api/payments', async (request, reply) => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const email = request.body.customerEmail
    const { rows } = await client.query({
      ...namedStatements.customer,
      values: [merchantId, email],
    })
    const row = rowOf(request.body, { merchantId, customerId: rows[0].id, randomBytes })
    const answer = responseOf(row)
    const key = { key: request.headers['idempotency-key'], answer: JSON.stringify(answer) }
    for (const [name, { parametersOf }] of Object.entries(statements)) {
      if (parametersOf)
        await client.query({ ...namedStatements[name], values: parametersOf(row, key) })
    }
    await client.query('commit')
    return reply.code(201).send(answer)
  } finally {
    client.release()
  }
})
app.get('/readyz', () => ({ status: 'ok' }))

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
