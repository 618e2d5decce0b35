import { sql } from 'kysely'
import type pg from 'pg'
import { isSqlite } from '../portable.ts'
import type { Db } from '../tables.ts'

/**
 * A statement as it is sent. On a sharded database, a statement about rows of several merchants becomes one per
 * merchant. Each goes to a single shard and may lock the rows that it reads. Every process visits the merchants in the
 * same order.
 */
export type StatementText = { text: string; values: unknown[] }

type Row = Readonly<Record<string, unknown>>

type Split = {
  /** The merchant's column, by its name in the database. */
  merchant: string
  /** Returns the statements for these rows, which all belong to one merchant. */
  of: (rows: readonly Row[], merchantId: string) => StatementText[]
}

const splits = new Map<string, Split>()

/** Registers how the statement with this text is split by merchant. Its only value must be a JSON list of rows. */
export const registerSplit = (text: string, split: Split): void => void splits.set(text, split)

/** Returns the statements per merchant, or undefined for a statement that is sent unchanged. */
export function splitStatement(
  text: string,
  values: readonly unknown[],
): StatementText[] | undefined {
  const split = splits.get(text)
  if (!split) return undefined
  const merchants = new Map<string, Row[]>()
  for (const row of JSON.parse(String(values[0])) as Row[]) {
    const merchantId = String(row[split.merchant])
    const group = merchants.get(merchantId)
    if (group) group.push(row)
    else merchants.set(merchantId, [row])
  }
  return [...merchants]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([merchantId, rows]) => split.of(rows, merchantId))
}

/** PostgreSQL's limit on parameters per statement: it counts them in 16 bits. */
const MAX_VALUES = 65_535

/** Returns `before values … after` for these rows, split into several statements if they have too many parameters. */
export function insertStatementsOf(
  rows: readonly Row[],
  { columns, before, after }: { columns: readonly string[]; before: string; after: string },
): StatementText[] {
  const maxRows = Math.floor(MAX_VALUES / columns.length)
  const statements: StatementText[] = []
  for (let from = 0; from < rows.length; from += maxRows) {
    const values: unknown[] = []
    const lines = rows.slice(from, from + maxRows).map((row) => {
      const placeholders = columns.map((column) => `$${values.push(row[column] ?? null)}`)
      return `(${placeholders.join(', ')})`
    })
    statements.push({ text: `${before} values ${lines.join(', ')}${after}`, values })
  }
  return statements
}

/** Returns true if the connection's database is distributed; see docs/growing.md. */
export async function isSharded(client: Pick<pg.PoolClient, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ citus: boolean }>(
    `select to_regclass('pg_catalog.pg_dist_partition') is not null as citus`,
  )
  if (!rows[0]?.citus) return false
  const found = await client.query(
    `select 1 from pg_dist_partition where logicalrelid = to_regclass('public.merchants')`,
  )
  return found.rows.length > 0
}

/** Stores, per database, whether it is sharded: known once there is a connection. */
const shardingByAdapter = new WeakMap<object, boolean>()

/** Records whether a database is sharded by merchant; `hasShards` returns this value. */
export const recordSharding = (db: Db, isSharded: boolean): void =>
  void shardingByAdapter.set(db.getExecutor().adapter, isSharded)

/**
 * Returns true if the database is sharded by merchant. A statement that names no merchant then needs another form,
 * because each shard sees only its own rows.
 */
export async function hasShards(db: Db): Promise<boolean> {
  if (isSqlite(db)) return false
  const { adapter } = db.getExecutor()
  // Opens the first connection, which records the sharding.
  if (!shardingByAdapter.has(adapter)) await sql`select 1`.execute(db)
  return shardingByAdapter.get(adapter) === true
}
