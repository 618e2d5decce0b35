import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { runStatements } from '../support/citus-cluster.ts'
import { dialect, nodeUrlsOf } from '../support/database.ts'
import { keyCaller } from '../support/key.ts'
import { findBrokenInvariantsNow } from '../support/ledger.ts'
import { payment } from '../support/make.ts'
import { type TestApp, testApp } from '../support/test-app.ts'

const runOnEachNode = async ({ world }: TestApp, text: string) =>
  (
    await Promise.all(
      nodeUrlsOf(world.config.databaseUrl).map((address) => runStatements(address, text)),
    )
  ).flat()

/** Makes the first inserts into a table fail with this code, as PostgreSQL does to the victim of a deadlock. */
async function failFirstWrites(
  app: TestApp,
  table: string,
  code: string,
  times = 1,
): Promise<void> {
  // A sequence keeps its count after a rollback. The rows of a merchant lie on one node, which counts.
  await runOnEachNode(app, 'create sequence tries')
  await sql
    .raw(
      `create function fail_first() returns trigger language plpgsql as $$ begin
        if nextval('public.tries') <= ${times} then
          raise exception 'the database asks to run it again' using errcode = '${code}';
        end if;
        return new;
      end $$`,
    )
    .execute(app.db)
  await app.db.transaction().execute(async (trx) => {
    if (inject('cluster')) await sql`set local citus.enable_unsafe_triggers = on`.execute(trx)
    await sql`create trigger fail_first before insert on ${sql.table(table)}
      for each row execute function fail_first()`.execute(trx)
  })
}

async function countTries(app: TestApp): Promise<number> {
  const rows = await runOnEachNode(app, 'select last_value as last from tries')
  return Math.max(...rows.map(({ last }) => Number(last)))
}

test.runIf(dialect === 'postgres').each([
  ['transactions', '40P01'],
  ['idempotency_keys', '40P01'],
  ['transactions', '40001'],
])(
  'a payment with an Idempotency-Key whose insert into %s fails with %s is retried and taken once',
  async (table, code) => {
    await using app = await testApp()
    const shop = await keyCaller(app, await app.person())
    await failFirstWrites(app, table, code)

    const response = await shop.rest('POST', '/api/payments', payment(), {
      'idempotency-key': 'order-77',
    })

    expect(response.status).toBe(201)
    expect(await countTries(app)).toBeGreaterThan(1)
    expect(await app.count('transactions')).toBe(1)
    expect(await findBrokenInvariantsNow(app.database)).toEqual([])
  },
)

test.runIf(dialect === 'postgres')(
  'a payment that is retried without end gets 503 and stores nothing, and its key stays new',
  async () => {
    await using app = await testApp()
    const shop = await keyCaller(app, await app.person())
    await failFirstWrites(app, 'transactions', '40P01', 8)
    const pay = () =>
      shop.rest('POST', '/api/payments', payment(), { 'idempotency-key': 'order-78' })

    const refused = await pay()

    expect(refused.status).toBe(503)
    expect(refused.headers['retry-after']).toMatch(/^\d+$/)
    expect(await app.count('transactions')).toBe(0)
    expect((await pay()).status).toBe(201)
    expect(await app.count('transactions')).toBe(1)
  },
)
