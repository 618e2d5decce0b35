import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { consequences } from '#server/consequences.ts'
import type { PaymentConsequence } from '#server/core/ports/payment-consequence.ts'
import { importPayments } from '#server/features/transactions/import/import-payments.ts'
import { payment } from '../support/make.ts'
import { createPastShop, requestImport } from '../support/past-shop.ts'
import { testApp } from '../support/test-app.ts'

/** The consequence of a further feature: copies each payment's events into a table of its own. */
const copyConsequence: PaymentConsequence = {
  name: 'audit copy',
  onStored: (payments) => [
    ({ db }) =>
      Promise.all(
        payments.map(({ row, actor, order }) =>
          insertCopy(
            db,
            row.id,
            order ? `stored by ${actor.split(':')[0]}` : `past, by ${actor.split(':')[0]}`,
          ),
        ),
      ),
  ],
  onEnded: ({ db }, { row, actor }) =>
    insertCopy(db, row.id, `${row.status} by ${actor.split(':')[0]}`),
}

type Executor = Parameters<ReturnType<typeof sql>['execute']>[0]

const insertCopy = (db: Executor, id: string, event: string) =>
  sql`insert into audit_copies (id, event) values (${id}, ${event})`.execute(db)

const makeTable = (db: Executor) => sql`create table audit_copies (id text, event text)`.execute(db)

async function countCopies(db: Executor): Promise<Record<string, number>> {
  const { rows } = await sql<{ event: string; count: number }>`
    select event, count(*) as count from audit_copies group by event`.execute(db)
  return Object.fromEntries(rows.map(({ event, count }) => [event, Number(count)]))
}

const deps = { consequences: [...consequences, copyConsequence] }

test('a consequence sees payments that are taken, settled and created for a demo', async () => {
  await using app = await testApp({ deps })
  await makeTable(app.db)
  const [alice, visitor] = [await app.person(), await app.person({ isOnboarded: false })]

  await alice.api.transactions.create.mutate(payment({ amount: '12.34' }))
  await alice.api.transactions.create.mutate(payment({ paymentMethod: 'bank', amount: '20.00' }))
  expect(await countCopies(app.db)).toEqual({ 'stored by user': 2 })
  app.clock.advance(60_000)
  await app.settle()

  expect(await countCopies(app.db)).toEqual({ 'stored by user': 2, 'success by processor': 1 })
  await visitor.api.demo.create.mutate({ timezone: 'Europe/Rome' })
  const { totalTransactions } = await visitor.api.dashboard.stats.query()
  expect(await countCopies(app.db)).toMatchObject({ 'past, by user': totalTransactions })
})

test('a consequence sees imported payments', async () => {
  await using shop = await createPastShop(12, { deps })
  await makeTable(shop.app.db)

  await requestImport(shop)
  await importPayments(shop.app.world)

  expect(await countCopies(shop.app.db)).toEqual({ 'past, by import': 12 })
})

test('a payment, or its outcome, is not stored when its consequence fails', async () => {
  await using app = await testApp({ deps })
  const alice = await app.person()
  const transfer = payment({ paymentMethod: 'bank', amount: '20.00' })

  // The table of the copies does not exist yet.
  await expect(alice.api.transactions.create.mutate(transfer)).rejects.toThrow()
  expect(await app.db.selectFrom('transactions').select('id').execute()).toEqual([])
  await makeTable(app.db)
  const { id } = await alice.api.transactions.create.mutate(transfer)
  await sql`drop table audit_copies`.execute(app.db)
  app.clock.advance(60_000)
  await app.settle()

  expect(await alice.api.transactions.get.query({ id })).toMatchObject({ status: 'pending' })
  await makeTable(app.db)
  app.clock.advance(60_000)
  await app.settle()
  expect(await alice.api.transactions.get.query({ id })).toMatchObject({ status: 'success' })
  expect(await countCopies(app.db)).toEqual({ 'success by processor': 1 })
})
