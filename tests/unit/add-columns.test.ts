import SqliteDatabase from 'better-sqlite3'
import { Kysely, SqliteDialect, sql } from 'kysely'
import { expect, test } from 'vitest'
import { addColumns, type NewColumn, portableFor } from '#db/portable.ts'

const portable = portableFor('sqlite')

const columns: NewColumn[] = [
  ['wish', portable.text],
  ['amount_refunded', portable.bigint, (column) => column.notNull().defaultTo(0)],
]

/** Creates a table like ours, with an index, a trigger, and a row that its check would reject today. */
function shop() {
  const connection = new SqliteDatabase(':memory:')
  connection.exec(`
    create table "payments" ("id" text not null primary key, "amount" integer not null check (amount > 0)) strict;
    create index payments_amount on payments (amount);
    create trigger payments_kept before delete on payments begin select raise(abort, 'kept'); end;
    pragma ignore_check_constraints = on;
    insert into payments values ('old', -1);
    pragma ignore_check_constraints = off;
  `)
  // Migrations do the same: otherwise better-sqlite3 prevents writes to the schema.
  connection.unsafeMode(true)
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: connection }) })
  return { connection, db, [Symbol.asyncDispose]: () => db.destroy() }
}

const schemaOf = ({ connection }: ReturnType<typeof shop>) =>
  connection.prepare('select type, name, sql from sqlite_master order by type, name').all()

test('columns are added without a check of the rows, which SQLite itself would do', async () => {
  await using migratedShop = shop()
  await using referenceShop = shop()
  const byItself = referenceShop.db.schema.alterTable('payments').addColumn('wish', portable.text)

  await expect(byItself.execute()).rejects.toThrow('CHECK constraint failed')
  await migratedShop.db
    .transaction()
    .execute((trx) => addColumns(trx, portable, { table: 'payments', columns }))

  const row = migratedShop.connection.prepare('select * from payments').get()
  expect(row).toEqual({ id: 'old', amount: -1, wish: null, amount_refunded: 0 })
})

test('the schema equals the one that SQLite writes itself, and its checks and triggers hold', async () => {
  await using migratedShop = shop()
  await using referenceShop = shop()
  referenceShop.connection.exec(`drop trigger payments_kept; delete from payments;
    create trigger payments_kept before delete on payments begin select raise(abort, 'kept'); end;`)
  for (const [name, type, build] of columns) {
    await referenceShop.db.schema.alterTable('payments').addColumn(name, type, build).execute()
  }

  await addColumns(migratedShop.db, portable, { table: 'payments', columns })

  expect(schemaOf(migratedShop)).toEqual(schemaOf(referenceShop))
  const put = (amount: number, refunded: unknown) =>
    sql`insert into payments values ('new', ${amount}, null, ${refunded})`.execute(migratedShop.db)
  await expect(put(0, 0)).rejects.toThrow('CHECK constraint failed')
  await expect(put(1, 'x')).rejects.toThrow('cannot store TEXT value in INTEGER column')
  expect(() => migratedShop.connection.exec('delete from payments')).toThrow('kept')
  expect(migratedShop.connection.pragma('integrity_check', { simple: true })).toContain('CHECK')
})

test('a migration that fails later leaves no column behind', async () => {
  await using migratedShop = shop()
  const failing = migratedShop.db.transaction().execute(async (trx) => {
    await addColumns(trx, portable, { table: 'payments', columns })
    throw new Error('the rest of the migration failed')
  })

  await expect(failing).rejects.toThrow('the rest')
  expect(schemaOf(migratedShop)).toEqual(schemaOf(shop()))
  expect(migratedShop.connection.prepare('select * from payments').get()).toEqual({
    id: 'old',
    amount: -1,
  })
})
