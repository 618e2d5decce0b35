import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { hasShards } from '#db/citus/per-merchant.ts'
import { findMany } from '#db/many-rows.ts'
import { runPipelined } from '#db/pipeline.ts'
import { type Dialect, isSqlite } from '#db/portable.ts'
import { prepareQuery } from '#db/prepared.ts'
import type { Db, DialectDb, MemberRole, MerchantRow } from '#db/tables.ts'
import type { Mode } from '#server/shared/mode.ts'

/** A person, by the name of the identity provider and their id there. */
export type Person = { provider: string; subject: string }

/** Finds the test-mode merchant that a person belongs to, with their role; undefined without a merchant. */
export const findMerchantOf = async (db: Db, person: Person) =>
  !isSqlite(db) && (await hasShards(db))
    ? findMembershipThenMerchant(db, person)
    : findMembershipAndMerchant(db, person)

async function findMembershipThenMerchant(db: Db, { provider, subject }: Person) {
  const membership = await db
    .selectFrom('merchantMembers')
    .select(['merchantId', 'role'])
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst()
  const row = membership && (await findMerchant(db, membership))
  return row && { ...row, role: membership.role }
}

const findMembershipAndMerchant = (db: Db, { provider, subject }: Person) =>
  db
    .selectFrom('merchantMembers')
    .innerJoin('merchants', 'merchants.id', 'merchantMembers.merchantId')
    .where('merchantMembers.provider', '=', provider)
    .where('merchantMembers.subject', '=', subject)
    .selectAll('merchants')
    .select('merchantMembers.role')
    .executeTakeFirst()

/**
 * Finds the merchant that a person opens, with their role: in live mode when they request it and it exists, otherwise
 * in test mode.
 */
export async function findMerchantInMode(db: Db, person: Person, mode: Mode) {
  const home = await findMerchantOf(db, person)
  if (mode === 'test' || !home || home.twinId === null) return home
  const live = await findMerchant(db, { merchantId: home.twinId })
  return live && { ...live, role: home.role }
}

export const findMerchant = (db: Db, { merchantId }: { merchantId: string }) =>
  db.selectFrom('merchants').selectAll().where('id', '=', merchantId).executeTakeFirst()

type MerchantLock = { dialect: Dialect; merchantId: string; hold: 'settings' | 'team' | 'change' }

const rowOf = (db: Db, { merchantId }: { merchantId: string }) =>
  db.selectFrom('merchants').selectAll().where('id', '=', merchantId)

const findRow = prepareQuery(rowOf)

/** Key of the advisory locks of a merchant. Locks of other things use another seed, so that keys differ. */
const keyOf = (merchantId: string) => sql`hashtextextended(${merchantId}, 1)`

/**
 * Advisory locks, granted in the order of requests. Without them a transaction that needs an exclusive lock on a
 * row could wait forever, while further transactions keep sharing it.
 */
const advisoryLocks = {
  settings: prepareQuery((db, { merchantId }: { merchantId: string }) =>
    db.selectNoFrom(sql`pg_advisory_xact_lock_shared(${keyOf(merchantId)})`.as('turn')),
  ),
  change: prepareQuery((db, { merchantId }: { merchantId: string }) =>
    db.selectNoFrom(sql`pg_advisory_xact_lock(${keyOf(merchantId)})`.as('turn')),
  ),
}

const lockedRows = {
  settings: prepareQuery((db, where: { merchantId: string }) => rowOf(db, where).forKeyShare()),
  team: prepareQuery((db, where: { merchantId: string }) => rowOf(db, where).forNoKeyUpdate()),
  change: prepareQuery((db, where: { merchantId: string }) => rowOf(db, where).forNoKeyUpdate()),
}

/**
 * Returns the current merchant, locked until the transaction ends. Many transactions may hold `settings` at once, which
 * then stay as they are. One transaction at a time may hold `team` or `change`. A transaction that holds `change` also
 * excludes those that hold `settings`. SQLite serializes writing transactions anyway.
 */
export async function lockMerchantRow(
  db: Db,
  { dialect, merchantId, hold }: MerchantLock,
): Promise<Selectable<MerchantRow> | undefined> {
  if (dialect === 'sqlite') return (await findRow(db, { merchantId }))[0]
  // The advisory lock is a separate statement: a statement that waits and reads would read the state from before its
  // wait.
  const [, rows] = await runPipelined({ db }, [
    async (world) => hold !== 'team' && (await advisoryLocks[hold](world.db, { merchantId })),
    (world) => lockedRows[hold](world.db, { merchantId }),
  ])
  return rows[0]
}

/** Columns that an `ActingMerchant` is made of. */
export const actingColumns = [
  'id',
  'businessName',
  'businessType',
  'businessAddress',
  'businessPhone',
  'businessWebsite',
  'businessDescription',
  'estimatedVolume',
  'email',
  'verificationStatus',
  'currency',
  'timezone',
  'calendar',
  'changeId',
  'changeUntil',
  'newTimezone',
  'newCurrency',
  'madeAt',
  'madeId',
  'madeCustomerId',
  'madeRefundId',
  'staleSince',
  'processorAccounts',
  'staffRefundLimit',
  'staffRefundDayLimit',
  'staffRefundCurrency',
  'customerMails',
  'customerLanguage',
  'assistantAccess',
  'linksPausedUntil',
  'mode',
  'twinId',
  'createdAt',
  'updatedAt',
] as const

const findSettings = findMany('merchants', {
  by: ['id'],
  columns: actingColumns,
  lock: 'key share',
})

/**
 * Returns the current settings of merchants, locked like `settings` in `lockMerchantRow` until the transaction ends.
 */
export async function lockMerchantRows(
  { db, dialect }: DialectDb,
  merchantIds: readonly string[],
): Promise<Awaited<ReturnType<typeof findSettings>>> {
  const ids = [...new Set(merchantIds)].toSorted()
  const findRows = (pipelineDb: Db) =>
    findSettings(
      pipelineDb,
      ids.map((id) => ({ id })),
    )
  if (dialect === 'sqlite') return findRows(db)
  const [, rows] = await runPipelined({ db }, [
    (world) => takeAdvisoryLocks(world.db, ids),
    (world) => findRows(world.db),
  ])
  return rows
}

const takeAdvisoryLocks = (db: Db, ids: readonly string[]) =>
  sql`
    select pg_advisory_xact_lock_shared(hashtextextended(id, 1)) as turn
    from (select id from json_array_elements_text(${JSON.stringify(ids)}::json) as wanted (id) order by id) as sorted
  `.execute(db)

export const insertMerchant = (db: Db, row: Insertable<MerchantRow>) =>
  db.insertInto('merchants').values(row).execute()

export const insertMember = (
  db: Db,
  row: Person & { merchantId: string; role: MemberRole; createdAt: string },
) => db.insertInto('merchantMembers').values(row).execute()

export const updateMerchantRow = (
  db: Db,
  { merchantId }: { merchantId: string },
  change: Updateable<MerchantRow>,
) =>
  db
    .updateTable('merchants')
    .set(change)
    .where('id', '=', merchantId)
    .returningAll()
    .executeTakeFirst()

/** Lists every merchant: for jobs and operators, never for a request. */
export const listMerchants = (db: Db) =>
  db.selectFrom('merchants').selectAll().orderBy('id').execute()

/** For operators. An e-mail address finds the test-mode merchant; the live-mode one is found by its id. */
export const findMerchantByIdOrEmail = (db: Db, idOrEmail: string) =>
  db
    .selectFrom('merchants')
    .selectAll()
    .where((eb) => eb.or([eb('id', '=', idOrEmail), eb('email', '=', idOrEmail)]))
    .orderBy('mode', 'desc')
    .executeTakeFirst()

export const setDemo = (db: Db, { merchantId }: { merchantId: string }) =>
  db.updateTable('merchants').set({ isDemo: 1 }).where('id', '=', merchantId).execute()

/**
 * Lists merchants whose change of time zone or currency has a lease that ended before an instant: its process has died.
 */
export const listBrokenChanges = (db: Db, before: string) =>
  db.selectFrom('merchants').select(['id', 'changeId']).where('changeUntil', '<', before).execute()

/** Lists merchants with stale sums, which no query has read since this instant, so that they can be deleted. */
export const listStaleCalendars = (db: Db, since: string) =>
  db.selectFrom('merchants').select('id').where('staleSince', '<=', since).execute()

export async function isDemoMerchant(
  db: Db,
  { merchantId }: { merchantId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('merchants')
    .select('isDemo')
    .where('id', '=', merchantId)
    .executeTakeFirst()
  return row?.isDemo === 1
}
