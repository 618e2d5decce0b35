import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { migrateToLatest, migrationNames } from '#db/migrate.ts'
import { freshDatabase } from '../support/database.ts'
import { createOldDatabase } from '../support/old-database.ts'

const NAME = '2026-11-24T07-00-views-of-lists'
const at = '2026-03-10T12:00:00.000Z'
const long = 'x'.repeat(60)

/** Owners and names of views, stored by a release that permitted duplicate names. */
const views = [
  ['ann', 'Failed'],
  ['ann', 'Failed (2)'],
  ['ann', 'Failed'],
  ['ann', 'Failed'],
  ['ann', long],
  ['ann', long],
  ['bob', 'Failed'],
] as const

async function openOldRelease() {
  const rows = await freshDatabase()
  const filled = openDatabase({ url: rows.url })
  await filled.db
    .insertInto('merchants')
    .values({
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
    })
    .execute()
  await filled.close()
  const old = await createOldDatabase(migrationNames.indexOf(NAME), rows.url)
  await rows.remove()
  return old
}

test('earlier views become views of payments, and those that share a name get numbers', async () => {
  const old = await openOldRelease()
  const database = openDatabase({ url: old.url })
  for (const [index, [subject, name]] of views.entries()) {
    await sql`
      insert into saved_views (merchant_id, provider, subject, id, name, search, created_at)
      values ('mer_1', 'embedded', ${subject}, ${`viw_${index}`}, ${name}, '{}', ${at})
    `.execute(database.db)
  }

  await migrateToLatest(database)

  const storedViews = await database.db
    .selectFrom('savedViews')
    .select(['subject', 'list', 'name'])
    .orderBy('id')
    .execute()
  expect(new Set(storedViews.map(({ list }) => list))).toEqual(new Set(['transactions']))
  expect(storedViews.map(({ subject, name }) => [subject, name])).toEqual([
    ['ann', 'Failed'],
    ['ann', 'Failed (2)'],
    ['ann', 'Failed (3)'],
    ['ann', 'Failed (4)'],
    ['ann', long],
    ['ann', `${'x'.repeat(56)} (2)`],
    ['bob', 'Failed'],
  ])
  await expect(
    database.db
      .updateTable('savedViews')
      .set({ list: 'customers' as never })
      .execute(),
  ).rejects.toThrow()
  await database.close()
  await old.remove()
})
