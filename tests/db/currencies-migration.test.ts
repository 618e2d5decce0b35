import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { migrateToLatest, migrationNames } from '#db/migrate.ts'
import { portableFor } from '#db/portable.ts'
import { currencies } from '#server/shared/money/currencies.ts'
import { dialect, freshDatabase } from '../support/database.ts'
import { schemaOf } from '../support/database-snapshot.ts'
import { createOldDatabase } from '../support/old-database.ts'

const NAME = '2026-11-24T02-00-currencies'
const at = '2026-03-10T12:00:00.000Z'

type OpenDatabase = ReturnType<typeof openDatabase>

const merchant = {
  id: 'mer_1',
  businessName: 'A',
  businessType: 'retail',
  businessPhone: '1',
  email: 'a@example.com',
  verificationStatus: 'verified',
  currency: 'USD',
  timezone: 'UTC',
  acceptedTermsAt: at,
  createdAt: at,
  updatedAt: at,
}

const customer = {
  merchantId: 'mer_1',
  id: 'cus_1',
  name: 'A',
  email: 'a@example.com',
  emailKey: 'a@example.com',
  status: 'active' as const,
  createdAt: at,
  updatedAt: at,
}

const pay = ({ db }: OpenDatabase, id: string, currency: string) =>
  db
    .insertInto('transactions')
    .values({
      merchantId: 'mer_1',
      id,
      transactionId: `TXN-${id}`,
      customerId: 'cus_1',
      customerName: 'A',
      customerEmail: 'a@example.com',
      amount: 100,
      currency,
      paymentMethod: 'card',
      status: 'success',
      day: '2026-03-10',
      weekday: 2,
      slot: 2,
      processor: 'sandbox',
      createdAt: at,
      updatedAt: at,
      settledAt: at,
    })
    .execute()

/** Creates a database of the previous release, with one payment. */
async function openOldRelease() {
  const rows = await freshDatabase()
  const filled = openDatabase({ url: rows.url })
  await filled.db.insertInto('merchants').values(merchant).execute()
  await filled.db.insertInto('customers').values(customer).execute()
  await pay(filled, 'txn_old', 'GBP')
  await filled.close()
  const old = await createOldDatabase(migrationNames.indexOf(NAME), rows.url)
  await rows.remove()
  return old
}

/** Runs only this migration, because later ones may change what the tests compare. */
async function migrate(
  { db, whileSchemaIsOpen }: OpenDatabase,
  afterwards = () => {},
): Promise<void> {
  const { up } = await import(`../../db/migrations/${NAME}.ts`)
  await whileSchemaIsOpen(() =>
    db.transaction().execute(async (inner) => {
      await up(inner.withoutPlugins(), portableFor(dialect))
      afterwards()
    }),
  )
}

const currencyCheck = /check \((?:"currency" in \([^)]*\)|length\("currency"\).*?> 0)\)/i

const withoutCheck = (schema: readonly string[]): string[] =>
  schema
    .map((each) => each.replace(currencyCheck, ''))
    .filter((each) => !/transactions_currency_check|table merchants/i.test(each))

test('a payment may have each currency of the table, and no other', async () => {
  const old = await openOldRelease()
  const database = openDatabase({ url: old.url })
  await expect(pay(database, 'txn_yen', 'JPY')).rejects.toThrow(/currency/)

  await migrateToLatest(database)

  for (const currency of currencies) await pay(database, `txn_${currency}`, currency)
  for (const wrongCurrency of ['ABC', 'jpy', 'JP', '', 'D|E', 'USD|EUR', '|', 'BTC']) {
    await expect(pay(database, 'txn_wrong', wrongCurrency)).rejects.toThrow(/currency/)
  }
  const storedRow = await database.db
    .selectFrom('transactions')
    .select(['currency', 'amount'])
    .where('id', '=', 'txn_old')
    .execute()
  expect(storedRow).toEqual([{ currency: 'GBP', amount: 100 }])
  await database.close()
  await old.remove()
})

test('the rest of the schema stays the same: columns, other checks, indexes, triggers', async () => {
  const old = await openOldRelease()
  const before = await schemaOf(old.url)
  const database = openDatabase({ url: old.url })

  await migrate(database)

  const after = await schemaOf(old.url)
  expect(withoutCheck(before).length).toBeGreaterThan(20)
  expect(withoutCheck(after)).toEqual(expect.arrayContaining(withoutCheck(before)))
  await expect(
    database.db.updateTable('transactions').set({ amount: 0 }).execute(),
  ).rejects.toThrow()
  await database.close()
  await old.remove()
})

test('a connection opened before the migration accepts the new currencies', async () => {
  const old = await openOldRelease()
  const [migrating, otherConnection] = [
    openDatabase({ url: old.url }),
    openDatabase({ url: old.url }),
  ]
  await pay(otherConnection, 'txn_euro', 'EUR')

  await migrate(migrating)

  await pay(otherConnection, 'txn_yen', 'JPY')
  await expect(pay(otherConnection, 'txn_wrong', 'ABC')).rejects.toThrow(/currency/)
  const read = await otherConnection.db.selectFrom('transactions').select('id').execute()
  expect(read).toHaveLength(3)
  await Promise.all([migrating.close(), otherConnection.close()])
  await old.remove()
})

test.runIf(dialect === 'sqlite')(
  'the file passes its integrity check, and its schema is read-only again',
  async () => {
    const old = await openOldRelease()
    const database = openDatabase({ url: old.url })

    await migrate(database)

    const check = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(
      database.db,
    )
    expect(check.rows).toEqual([{ integrityCheck: 'ok' }])
    await sql`pragma writable_schema = on`.execute(database.db)
    await expect(
      sql`update sqlite_master set sql = sql where name = 'transactions'`.execute(database.db),
    ).rejects.toThrow('may not be modified')
    await database.close()
    await old.remove()
  },
)

test.runIf(dialect === 'sqlite')(
  'a migration that fails afterwards leaves the old check',
  async () => {
    const old = await openOldRelease()
    const database = openDatabase({ url: old.url })
    const failing = migrate(database, () => {
      throw new Error('the next one failed')
    })

    await expect(failing).rejects.toThrow('the next one failed')

    await expect(pay(database, 'txn_yen', 'JPY')).rejects.toThrow(/CHECK/)
    await pay(database, 'txn_euro', 'EUR')
    await database.close()
    await old.remove()
  },
)
