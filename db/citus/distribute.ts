import { type Kysely, sql } from 'kysely'
import { DatabaseSetupError, type OpenDatabase } from '../database.ts'
import {
  distributedTables,
  type ForeignKey,
  foreignKeys,
  obstacleTo,
  otherConnections,
  rowCount,
  tablesHere,
  uniqueWithout,
} from './citus.ts'
import { makeTriggersLocal } from './sharded-triggers.ts'
import { isWithMerchant, merchantColumn, placements } from './sharding.ts'

type Distribution = { shards: number; isDryRun: boolean; say: (line: string) => void }

/**
 * Table of foreign keys that are dropped until both of their tables are distributed. After an interruption the next run
 * finds them here.
 */
const WAITING = 'distribution_constraints'

/** The maximum number of nodes that can share the rows. Changing it later means moving all rows. */
export const DEFAULT_SHARDS = 32

/**
 * Distributes the rows of merchants over the nodes of a Citus cluster. Each table is one transaction; an interrupted
 * run can be repeated and continues. Nothing else may use the database meanwhile.
 */
export async function distribute(database: OpenDatabase, options: Distribution): Promise<void> {
  if (database.dialect === 'sqlite') {
    throw new DatabaseSetupError(
      'This database is an SQLite file: only a PostgreSQL with Citus can be distributed.',
    )
  }
  // Settings and the advisory lock belong to one connection.
  const asItIs = database.db.withoutPlugins() as unknown as Kysely<unknown>
  await asItIs.connection().execute(async (db) => {
    const obstacle = await obstacleTo(db)
    if (obstacle !== undefined) throw new DatabaseSetupError(obstacle)
    await refuseUnknown(db)
    if (options.isDryRun) return plan(db, options)
    await refuseCompany(db)
    await spread(db, options)
  })
}

/**
 * Throws for a table without a placement, which would stay on the coordinator unnoticed, and for an undeclared unique
 * key that spans merchants.
 */
async function refuseUnknown(db: Kysely<unknown>): Promise<void> {
  for (const table of await tablesHere(db)) {
    if (isOfTools(table)) continue
    const placement = placements[table]
    if (!placement) {
      throw new DatabaseSetupError(
        `Nobody decided where the rows of ${table} lie: see db/citus/sharding.ts.`,
      )
    }
    if (placement.lies !== 'with the merchant') continue
    const { widened = {} } = placement
    for (const { name } of await uniqueWithout(db, { table, column: merchantColumn(table) })) {
      if (name in widened) continue
      throw new DatabaseSetupError(
        `${name} is unique over all merchants: see db/citus/sharding.ts.`,
      )
    }
  }
}

const isOfTools = (table: string): boolean => table.startsWith('kysely_') || table === WAITING

async function refuseCompany(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_lock(hashtextextended('distribute', 2)) as locked
  `.execute(db)
  if (!rows[0]?.locked) {
    throw new DatabaseSetupError('Another process is distributing this database.')
  }
  const others = await otherConnections(db)
  if (others > 0) {
    throw new DatabaseSetupError(
      `Stop the servers first: ${others} of their connections are open, and would go on as if nothing were distributed.`,
    )
  }
}

async function plan(db: Kysely<unknown>, { shards, say }: Distribution): Promise<void> {
  const done = await distributedTables(db)
  const here = new Set(await tablesHere(db))
  say(`${shards} shards, of which each holds the rows of its merchants from all these tables:`)
  for (const [table, placement] of Object.entries(placements)) {
    if (!here.has(table)) continue
    const rows = done.has(table) ? 'is so already' : `${await rowCount(db, table)} rows`
    if (placement.lies === 'with the merchant') {
      say(`  ${table}: by ${merchantColumn(table)}, ${rows}`)
      for (const [key, why] of Object.entries(placement.widened ?? {})) {
        say(`    ${key} becomes unique with ${merchantColumn(table)} alone: ${why}`)
      }
    } else {
      say(`  ${table}: ${placement.lies}, ${rows}: ${placement.why}`)
    }
  }
  for (const key of await foreignKeys(db)) {
    if (isLost(key)) say(`  ${key.table} loses its foreign key ${key.name}`)
  }
}

const isSpread = (table: string): boolean => placements[table]?.lies !== 'on the coordinator'

/** Citus allows foreign keys to sharded tables from sharded tables only. */
const isLost = ({ table, parent }: ForeignKey): boolean =>
  isWithMerchant(parent) && !isWithMerchant(table)

const isKept = (key: ForeignKey): boolean => isSpread(key.table) && !isLost(key)

async function spread(db: Kysely<unknown>, { shards, say }: Distribution): Promise<void> {
  // Triggers are created at the shards and run there. That is safe, because ours read rows of the same merchant only.
  await sql`set citus.enable_unsafe_triggers = on`.execute(db)
  await sql`set client_min_messages = warning`.execute(db)
  await db.transaction().execute(setForeignKeysAside)
  const done = await distributedTables(db)
  const left = await leftOver(db, done)
  for (const [at, table] of left.entries()) {
    const beganMs = performance.now()
    const rows = await rowCount(db, table)
    await db.transaction().execute((trx) => spreadTable(trx, { table, shards }))
    const ms = Math.round(performance.now() - beganMs)
    say(`${at + 1}/${left.length} ${table}: ${rows} rows, ${placements[table]?.lies}, ${ms} ms`)
  }
  await bringForeignKeysBack(db, say)
  say(
    left.length === 0
      ? 'Every table lay where it belongs.'
      : `${left.length} tables are distributed.`,
  )
}

async function leftOver(db: Kysely<unknown>, done: ReadonlyMap<string, string>): Promise<string[]> {
  const here = new Set(await tablesHere(db))
  return Object.keys(placements).filter(
    (table) => isSpread(table) && here.has(table) && !done.has(table),
  )
}

/** Distributes the tables that a migration created on a distributed database, in the migration's transaction. */
export async function distributeNewTables(
  db: Kysely<unknown>,
  keys: readonly ForeignKey[],
): Promise<void> {
  await makeWaiting(db)
  await noteWaiting(db, keys.filter(isKept))
  await makeTriggersLocal(db)
  const left = await leftOver(db, await distributedTables(db))
  for (const table of left) await spreadTable(db, { table, shards: DEFAULT_SHARDS })
  await bringForeignKeysBack(db, () => {})
  const elsewhere = keys.filter(({ table, parent }) => !isSpread(table) && !isSpread(parent))
  for (const key of elsewhere) await addForeignKey(db, key)
}

async function makeWaiting(db: Kysely<unknown>): Promise<void> {
  await sql`create table if not exists ${sql.table(WAITING)} (
    "table" text not null, name text not null, definition text not null, primary key ("table", name)
  )`.execute(db)
}

async function noteWaiting(db: Kysely<unknown>, keys: readonly ForeignKey[]): Promise<void> {
  for (const { table, name, definition } of keys) {
    await sql`insert into ${sql.table(WAITING)} values (${table}, ${name}, ${definition})
      on conflict do nothing`.execute(db)
  }
}

async function setForeignKeysAside(db: Kysely<unknown>): Promise<void> {
  await makeTriggersLocal(db)
  await makeWaiting(db)
  const done = await distributedTables(db)
  const all = await foreignKeys(db)
  const inTheWay = all.filter(
    (key) => (isSpread(key.table) || isSpread(key.parent)) && !(done.has(key.table) && isKept(key)),
  )
  await noteWaiting(db, inTheWay.filter(isKept))
  for (const { table, name } of inTheWay) {
    await sql`alter table ${sql.table(table)} drop constraint ${sql.id(name)}`.execute(db)
  }
}

async function bringForeignKeysBack(
  db: Kysely<unknown>,
  say: (line: string) => void,
): Promise<void> {
  const { rows } = await sql<ForeignKey>`
    select "table", name, definition from ${sql.table(WAITING)} order by 1, 2
  `.execute(db)
  for (const key of rows) {
    await inOne(db, async (trx) => {
      await addForeignKey(trx, key)
      await sql`delete from ${sql.table(WAITING)} where "table" = ${key.table} and name = ${key.name}`.execute(
        trx,
      )
    })
  }
  if (rows.length > 0) say(`${rows.length} foreign keys hold again.`)
  await sql`drop table ${sql.table(WAITING)}`.execute(db)
}

const inOne = <T>(db: Kysely<unknown>, work: (db: Kysely<unknown>) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db) : db.transaction().execute(work)

const addForeignKey = (db: Kysely<unknown>, { table, name, definition }: ForeignKey) =>
  sql`alter table ${sql.table(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(
    db,
  )

async function spreadTable(
  db: Kysely<unknown>,
  { table, shards }: { table: string; shards: number },
): Promise<void> {
  if (!isWithMerchant(table)) {
    await sql`select create_reference_table(${table})`.execute(db)
  } else {
    const column = merchantColumn(table)
    await widenKeys(db, { table, column })
    await (table === 'merchants'
      ? sql`select create_distributed_table(${table}, ${column}, shard_count := ${sql.lit(shards)})`
      : sql`select create_distributed_table(${table}, ${column}, colocate_with := 'merchants')`
    ).execute(db)
  }
  // After copying the rows, Citus leaves the originals behind, where no query sees them. Append-only tables refuse to
  // be truncated unless triggers are disabled.
  await sql`set local session_replication_role = replica`.execute(db)
  await sql`select truncate_local_data_after_distributing_table(${table}::regclass)`.execute(db)
  await sql`set local session_replication_role = origin`.execute(db)
}

async function widenKeys(
  db: Kysely<unknown>,
  { table, column }: { table: string; column: string },
): Promise<void> {
  for (const { name, columns, isConstraint, isPrimary } of await uniqueWithout(db, {
    table,
    column,
  })) {
    const wider = sql.join([...columns, column].map((each) => sql.id(each)))
    const index = sql.id(name)
    if (isConstraint) {
      await sql`alter table ${sql.table(table)} drop constraint ${index}, add constraint ${index}
        ${sql.raw(isPrimary ? 'primary key' : 'unique')} (${wider})`.execute(db)
    } else {
      await sql`drop index ${index}`.execute(db)
      await sql`create unique index ${index} on ${sql.table(table)} (${wider})`.execute(db)
    }
  }
}
