import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { startBuiltServer } from '../support/built-server.ts'
import { dialect } from '../support/database.ts'
import { payment } from '../support/make.ts'

const ROWS = 200_000
const ALLOWED_MB = 200

test(`an export of ${ROWS} rows is complete and holds memory under ${ALLOWED_MB} MB over the idle figure`, async () => {
  await using server = await startBuiltServer()
  const owner = await server.person()
  await owner('POST', '/api/payments', payment())
  const database = openDatabase({ url: server.databaseUrl })
  const numbers =
    dialect === 'sqlite'
      ? sql`(with recursive n(n) as (select 1 union all select n + 1 from n where n < ${ROWS - 1}) select n from n)`
      : sql`generate_series(1, ${sql.lit(ROWS - 1)})`
  const rows = sql`
    insert into transactions (merchant_id, id, transaction_id, customer_id, customer_name,
      customer_email, amount, currency, payment_method, description, status, failure_reason,
      day, weekday, slot, processor, next_check_at, created_at, updated_at, settled_at)
    select merchant_id, 'txn_' || n.n, 'TXN-' || n.n, customer_id,
      customer_name, customer_email, n.n, currency, payment_method, 'number ' || n.n, status,
      failure_reason, day, weekday, slot, processor, next_check_at, created_at, updated_at, settled_at
    from transactions, ${numbers} as n
  `
  await database.db.connection().execute(async (db) => {
    // Skips the triggers, because an export reads nothing that they write.
    if (dialect === 'postgres') await sql`set session_replication_role = replica`.execute(db)
    await rows.execute(db)
    // PostgreSQL would do this by itself soon after.
    if (dialect === 'postgres') await sql`analyze transactions`.execute(db)
  })
  await database.close()
  const idleMb = server.memoryMb()

  let peakMb = idleMb
  let lines = 0
  const key = await owner('POST', '/api/api-keys', { name: 'Books', scopes: ['read'] })
  const response = await fetch(`${server.url}/api/transactions/export`, {
    headers: { authorization: `Bearer ${key.json().secret}` },
  })
  const reader = response.body?.getReader()
  for (;;) {
    const part = await reader?.read()
    if (!part || part.done) break
    for (const byte of part.value) if (byte === 10) lines++
    peakMb = Math.max(peakMb, server.memoryMb())
  }

  expect(lines).toBe(ROWS + 1)
  expect(peakMb - idleMb).toBeLessThan(ALLOWED_MB)
})
