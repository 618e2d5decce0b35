import { type Kysely, sql } from 'kysely'
import { DatabaseSetupError, type OpenDatabase } from '../database.ts'
import {
  countOtherConnections,
  countRows,
  distributedTables,
  type ForeignKey,
  findObstacle,
  findUniqueIndexesWithout,
  foreignKeys,
  listTables,
} from './citus.ts'
import { makeTriggersLocal } from './sharded-triggers.ts'
import { isWithMerchant, merchantColumn, placements } from './sharding.ts'

type Distribution = { shards: number; isDryRun: boolean; say: (line: string) => void }

/**
 * Table of foreign keys that are dropped until both of their tables are distributed. After an interruption the next run
 * finds them here.
 */
const WAITING_TABLE = 'distribution_constraints'

/**
 * Default number of shards. At most this many nodes can share the rows, and changing it later means moving all rows.
 */
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
  // All steps use one connection, because settings and the advisory lock belong to the connection that made them.
  const plainDb = database.db.withoutPlugins() as unknown as Kysely<unknown>
  await plainDb.connection().execute(async (db) => {
    const obstacle = await findObstacle(db)
    if (obstacle !== undefined) throw new DatabaseSetupError(obstacle)
    await assertTablesPlaced(db)
    if (options.isDryRun) return printPlan(db, options)
    await assertNoOtherProcess(db)
    await distributeTables(db, options)
  })
}

/**
 * Throws for a table without a placement, which would stay on the coordinator unnoticed, and for an undeclared unique
 * key that spans merchants.
 */
async function assertTablesPlaced(db: Kysely<unknown>): Promise<void> {
  for (const table of await listTables(db)) {
    if (isHelperTable(table)) continue
    const placement = placements[table]
    if (!placement) {
      throw new DatabaseSetupError(
        `Nobody decided where the rows of ${table} lie: see db/citus/sharding.ts.`,
      )
    }
    if (placement.kind !== 'distributed') continue
    const { widened = {} } = placement
    for (const { name } of await findUniqueIndexesWithout(db, {
      table,
      column: merchantColumn(table),
    })) {
      if (name in widened) continue
      throw new DatabaseSetupError(
        `${name} is unique over all merchants: see db/citus/sharding.ts.`,
      )
    }
  }
}

/** Returns true for tables of Kysely's migrations and of an unfinished distribution. */
const isHelperTable = (table: string): boolean =>
  table.startsWith('kysely_') || table === WAITING_TABLE

async function assertNoOtherProcess(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_lock(hashtextextended('distribute', 2)) as locked
  `.execute(db)
  if (!rows[0]?.locked) {
    throw new DatabaseSetupError('Another process is distributing this database.')
  }
  const otherCount = await countOtherConnections(db)
  if (otherCount > 0) {
    throw new DatabaseSetupError(
      `Stop the servers first: ${otherCount} of their connections are open, and would go on as if nothing were distributed.`,
    )
  }
}

async function printPlan(db: Kysely<unknown>, { shards, say }: Distribution): Promise<void> {
  const done = await distributedTables(db)
  const existingTables = new Set(await listTables(db))
  say(`${shards} shards, of which each holds the rows of its merchants from all these tables:`)
  for (const [table, placement] of Object.entries(placements)) {
    if (!existingTables.has(table)) continue
    const rows = done.has(table) ? 'is so already' : `${await countRows(db, table)} rows`
    if (placement.kind === 'distributed') {
      say(`  ${table}: by ${merchantColumn(table)}, ${rows}`)
      for (const [key, why] of Object.entries(placement.widened ?? {})) {
        say(`    ${key} becomes unique per ${merchantColumn(table)} only: ${why}`)
      }
    } else {
      say(`  ${table}: ${placement.kind}, ${rows}: ${placement.why}`)
    }
  }
  for (const key of await foreignKeys(db)) {
    if (isLost(key)) say(`  ${key.table} loses its foreign key ${key.name}`)
  }
}

const isOnNodes = (table: string): boolean => placements[table]?.kind !== 'coordinator'

/** Citus allows foreign keys to sharded tables from sharded tables only. */
const isLost = ({ table, parent }: ForeignKey): boolean =>
  isWithMerchant(parent) && !isWithMerchant(table)

const isRestorable = (key: ForeignKey): boolean => isOnNodes(key.table) && !isLost(key)

async function distributeTables(db: Kysely<unknown>, { shards, say }: Distribution): Promise<void> {
  // Triggers are created at the shards and run there. That is safe, because ours read rows of the same merchant only.
  await sql`set citus.enable_unsafe_triggers = on`.execute(db)
  await sql`set client_min_messages = warning`.execute(db)
  await db.transaction().execute(suspendForeignKeys)
  const done = await distributedTables(db)
  const remaining = await listRemainingTables(db, done)
  for (const [at, table] of remaining.entries()) {
    const beganMs = performance.now()
    const rows = await countRows(db, table)
    await db.transaction().execute((trx) => distributeTable(trx, { table, shards }))
    const ms = Math.round(performance.now() - beganMs)
    say(
      `${at + 1}/${remaining.length} ${table}: ${rows} rows, ${placements[table]?.kind}, ${ms} ms`,
    )
  }
  await restoreForeignKeys(db, say)
  say(
    remaining.length === 0
      ? 'Every table lay where it belongs.'
      : `${remaining.length} tables are distributed.`,
  )
}

async function listRemainingTables(
  db: Kysely<unknown>,
  done: ReadonlyMap<string, string>,
): Promise<string[]> {
  const existingTables = new Set(await listTables(db))
  return Object.keys(placements).filter(
    (table) => isOnNodes(table) && existingTables.has(table) && !done.has(table),
  )
}

/**
 * Distributes the tables that a migration created on a distributed database, in the migration's transaction. Then adds
 * `keys`, the foreign keys and checks that were left out of the migration's statements, where Citus allows them.
 */
export async function distributeNewTables(
  db: Kysely<unknown>,
  keys: readonly ForeignKey[],
): Promise<void> {
  await createWaitingTable(db)
  await storeWaitingKeys(db, keys.filter(isRestorable))
  await makeTriggersLocal(db)
  const remaining = await listRemainingTables(db, await distributedTables(db))
  for (const table of remaining) await distributeTable(db, { table, shards: DEFAULT_SHARDS })
  await restoreForeignKeys(db, () => {})
  const coordinatorKeys = keys.filter(
    ({ table, parent }) => !isOnNodes(table) && !isOnNodes(parent),
  )
  for (const key of coordinatorKeys) await addForeignKey(db, key)
}

async function createWaitingTable(db: Kysely<unknown>): Promise<void> {
  await sql`create table if not exists ${sql.table(WAITING_TABLE)} (
    "table" text not null, name text not null, definition text not null, primary key ("table", name)
  )`.execute(db)
}

async function storeWaitingKeys(db: Kysely<unknown>, keys: readonly ForeignKey[]): Promise<void> {
  for (const { table, name, definition } of keys) {
    await sql`insert into ${sql.table(WAITING_TABLE)} values (${table}, ${name}, ${definition})
      on conflict do nothing`.execute(db)
  }
}

/** Drops the foreign keys that would block the distribution, and stores those that can be added again afterwards. */
async function suspendForeignKeys(db: Kysely<unknown>): Promise<void> {
  await makeTriggersLocal(db)
  await createWaitingTable(db)
  const done = await distributedTables(db)
  const all = await foreignKeys(db)
  const blocking = all.filter(
    (key) =>
      (isOnNodes(key.table) || isOnNodes(key.parent)) &&
      !(done.has(key.table) && isRestorable(key)),
  )
  await storeWaitingKeys(db, blocking.filter(isRestorable))
  for (const { table, name } of blocking) {
    await sql`alter table ${sql.table(table)} drop constraint ${sql.id(name)}`.execute(db)
  }
}

async function restoreForeignKeys(db: Kysely<unknown>, say: (line: string) => void): Promise<void> {
  const { rows } = await sql<ForeignKey>`
    select "table", name, definition from ${sql.table(WAITING_TABLE)} order by 1, 2
  `.execute(db)
  for (const key of rows) {
    await runInTransaction(db, async (trx) => {
      await addForeignKey(trx, key)
      await sql`delete from ${sql.table(WAITING_TABLE)} where "table" = ${key.table} and name = ${key.name}`.execute(
        trx,
      )
    })
  }
  if (rows.length > 0) say(`${rows.length} foreign keys hold again.`)
  await sql`drop table ${sql.table(WAITING_TABLE)}`.execute(db)
}

const runInTransaction = <T>(
  db: Kysely<unknown>,
  work: (db: Kysely<unknown>) => Promise<T>,
): Promise<T> => (db.isTransaction ? work(db) : db.transaction().execute(work))

const addForeignKey = (db: Kysely<unknown>, { table, name, definition }: ForeignKey) =>
  sql`alter table ${sql.table(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(
    db,
  )

async function distributeTable(
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
  for (const { name, columns, isConstraint, isPrimary } of await findUniqueIndexesWithout(db, {
    table,
    column,
  })) {
    const columnList = sql.join([...columns, column].map((each) => sql.id(each)))
    const index = sql.id(name)
    if (isConstraint) {
      await sql`alter table ${sql.table(table)} drop constraint ${index}, add constraint ${index}
        ${sql.raw(isPrimary ? 'primary key' : 'unique')} (${columnList})`.execute(db)
    } else {
      await sql`drop index ${index}`.execute(db)
      await sql`create unique index ${index} on ${sql.table(table)} (${columnList})`.execute(db)
    }
  }
}
