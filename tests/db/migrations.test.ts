import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { DatabaseSetupError, openDatabase } from '#db/database.ts'
import { findMigrationNames, migrateToLatest, migrationNames } from '#db/migrate.ts'
import { dialect, freshDatabase } from '../support/database.ts'

const all = [
  '2026-11-21T00-00-first-payment',
  '2026-11-21T00-01-identity',
  '2026-11-21T01-00-complete-api',
  '2026-11-21T02-00-demo',
  '2026-11-21T03-00-second-step',
  '2026-11-21T03-01-sign-in-attempts',
  '2026-11-21T03-02-team',
  '2026-11-21T04-00-webhooks',
  '2026-11-21T05-00-search-later',
  '2026-11-21T06-00-payer-months',
  '2026-11-21T06-01-rarest-trigrams',
  '2026-11-21T06-02-rows-in-key-order',
  '2026-11-21T07-00-append-only',
  '2026-11-21T07-01-audit-filters',
  '2026-11-21T07-05-operator-runs',
  '2026-11-22T00-00-calendars',
  '2026-11-22T01-00-erased-customers',
  '2026-11-22T01-01-filtered-payments',
  '2026-11-22T02-00-request-reasons',
  '2026-11-22T03-00-ended-sign-ins',
  '2026-11-22T04-00-bounded-search-index',
  '2026-11-22T05-00-waiting-events',
  '2026-11-23T00-00-personal-settings',
  '2026-11-23T01-00-lists-of-trigrams',
  '2026-11-24T00-00-short-pending-lists',
  '2026-11-24T01-00-mails',
  '2026-11-24T01-10-event-filter',
  '2026-11-24T02-00-currencies',
  '2026-11-24T03-00-two-books',
  '2026-11-24T04-00-money-both-ways',
  '2026-11-24T05-00-metadata',
  '2026-11-24T06-00-customer-mails',
  '2026-11-24T07-00-views-of-lists',
  '2026-11-24T08-00-stripe',
  '2026-11-25T00-00-facts-after-payment',
  '2026-11-25T01-00-payment-links',
  '2026-11-25T02-00-look',
  '2026-11-25T03-00-link-reminders',
  '2026-11-25T05-00-database-moves',
  '2026-11-27T01-00-unfit-facts',
  '2026-11-27T02-00-account-names',
  '2026-11-27T03-00-links-break',
  '2026-11-27T04-00-lapsed-holds',
  '2026-11-27T05-00-mail-turns',
  '2026-11-27T06-00-limits-currency',
  '2026-11-28T01-00-form-outcomes',
  '2026-11-28T02-00-folded-letters',
  '2026-11-28T04-00-tax-ids',
  '2026-11-28T06-00-link-choices',
  '2026-11-28T06-10-waiting-payments',
  '2026-11-28T12-00-used-methods',
  '2026-11-28T12-10-last-four-digits',
  '2026-11-28T14-00-method-types',
  '2026-11-28T14-10-excluded-methods',
  '2026-11-28T14-20-methods-of-links',
  '2026-11-28T17-00-assistant-access',
  '2026-11-28T19-20-late-captures',
  '2026-11-28T19-40-method-sums',
  '2026-11-28T19-50-pending-reasons',
  '2026-11-28T19-55-further-methods',
  '2026-11-28T19-56-order-references',
  '2026-11-28T19-57-payer-options',
  '2026-11-28T19-58-shop-keys',
  '2026-11-28T20-00-disputes',
  '2026-11-28T20-01-views-of-disputes',
  '2026-11-28T20-02-dispute-checks',
  '2026-11-28T20-30-notices',
  '2026-11-28T21-00-balance',
  '2026-11-28T21-01-ledger',
  '2026-11-28T21-30-webhook-endpoints',
  '2026-11-28T21-50-webhook-listeners',
  '2026-11-29T00-10-amount-changes',
  '2026-11-29T00-11-late-refunds',
  '2026-11-29T00-20-evidence-files',
  '2026-11-29T00-50-payout-turns',
  '2026-11-29T00-60-accountants',
  '2026-11-29T00-61-months',
  '2026-11-29T00-70-sandbox-disputes',
  '2026-11-29T06-10-answer-problems',
  '2026-11-29T06-20-balance-gaps',
  '2026-11-29T07-10-shop-endpoints',
  '2026-11-29T07-30-money-indexes',
]

test('each file of the folder is a migration of this release', () => {
  const folder = new URL('../../db/migrations', import.meta.url)

  const files = readdirSync(folder).map((file) => file.replace(/\.ts$/, ''))

  expect(files.toSorted()).toEqual(migrationNames)
})

test('migrating runs each migration once', async () => {
  const fresh = await freshDatabase({ isMigrated: false })
  const database = openDatabase({ url: fresh.url })

  expect(await migrateToLatest(database)).toEqual(all)
  expect(await migrateToLatest(database)).toEqual([])

  await database.close()
  await fresh.remove()
})

test('processes that start together migrate once', async () => {
  const fresh = await freshDatabase({ isMigrated: false })

  const outputs = await Promise.all([1, 2, 3].map(() => migrateInProcess(fresh.url)))

  expect(outputs.flat()).toEqual(all)
  await fresh.remove()
})

async function migrateInProcess(url: string): Promise<string[]> {
  const script = new URL('../support/migrate-process.ts', import.meta.url)
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--import',
    'tsx',
    fileURLToPath(script),
    url,
  ])
  return JSON.parse(stdout)
}

test.runIf(dialect === 'sqlite')(
  'every table is STRICT: a column for money refuses text',
  async () => {
    const fresh = await freshDatabase()
    const database = openDatabase({ url: fresh.url })

    const { rows } = await sql<{ name: string; strict: number }>`
    select name, strict from pragma_table_list
    where schema = 'main' and type = 'table' and name not like 'sqlite%' and name not like 'kysely%'
  `.execute(database.db)

    expect(rows.length).toBeGreaterThan(10)
    expect(rows.filter(({ strict }) => strict !== 1)).toEqual([])
    await database.close()
    await fresh.remove()
  },
)

test('the database itself refuses values that the rules never store', async () => {
  const fresh = await freshDatabase()
  const { db, close } = openDatabase({ url: fresh.url })
  const at = '2026-03-10T12:00:00.000Z'
  await db
    .insertInto('merchants')
    .values({
      id: 'mer_1',
      businessName: 'A',
      businessType: 'retail',
      businessAddress: null,
      businessPhone: '1',
      businessWebsite: null,
      businessDescription: null,
      estimatedVolume: null,
      email: 'a@example.com',
      verificationStatus: 'verified',
      currency: 'USD',
      timezone: 'UTC',
      acceptedTermsAt: at,
      createdAt: at,
      updatedAt: at,
    })
    .execute()
  const customer = {
    merchantId: 'mer_1',
    id: 'cus_1',
    name: 'A',
    email: 'a@example.com',
    emailKey: 'a@example.com',
    status: 'active' as const,
    createdAt: at,
    updatedAt: at,
    erasedAt: null,
    erasingSince: null,
  }
  await db.insertInto('customers').values(customer).execute()
  const transaction = {
    merchantId: 'mer_1',
    id: 'txn_1',
    transactionId: 'TXN-1',
    customerId: 'cus_1',
    customerName: 'A',
    customerEmail: 'a@example.com',
    amount: 100,
    currency: 'USD' as const,
    paymentMethod: 'card' as const,
    description: null,
    status: 'success' as const,
    failureReason: null,
    day: '2026-03-10',
    weekday: 2,
    slot: 2,
    processor: 'sandbox',
    nextCheckAt: null,
    createdAt: at,
    updatedAt: at,
    settledAt: at,
  }
  const insertTransaction = (more: object) =>
    db
      .insertInto('transactions')
      .values({ ...transaction, ...more })
      .execute()

  await expect(insertTransaction({ amount: 0 })).rejects.toThrow()
  await expect(insertTransaction({ amount: -1 })).rejects.toThrow()
  await expect(insertTransaction({ amount: 1.5 })).rejects.toThrow()
  await expect(insertTransaction({ status: 'refunded' })).rejects.toThrow()
  await expect(insertTransaction({ settledAt: null })).rejects.toThrow()
  await expect(insertTransaction({ failureReason: 'card_declined' })).rejects.toThrow()
  await expect(insertTransaction({ customerId: 'cus_of_nobody' })).rejects.toThrow()
  await expect(insertTransaction({ merchantId: 'mer_of_nobody' })).rejects.toThrow()
  await insertTransaction({})
  await expect(insertTransaction({ id: 'txn_2' })).rejects.toThrow(/unique/i)
  await close()
  await fresh.remove()
})

test('a database of a newer release is refused with one sentence and stays unchanged', async () => {
  const fresh = await freshDatabase()
  const database = openDatabase({ url: fresh.url })
  const later = '2999-01-01T00-00-later'
  await sql`insert into kysely_migration (name, timestamp) values (${later}, ${later})`.execute(
    database.db,
  )

  const refused = migrateToLatest(database)

  await expect(refused).rejects.toThrow(DatabaseSetupError)
  await expect(refused).rejects.toThrow(
    `This database was migrated by a newer release of Incasso (it has ${later}). Start that release, or restore a backup that was made before it.`,
  )
  expect(await findMigrationNames(database.db)).toContain(later)
  await database.close()
  await fresh.remove()
})
