import { sql } from 'kysely'
import type pg from 'pg'
import { isSqlite } from '../portable.ts'
import type { Db } from '../tables.ts'

/**
 * Where merchants are spread over machines, a statement about rows of several is one for each of them: it goes to the
 * one shard that has them all, may lock what it reads there, and comes to merchants in the same order in every process.
 */
export type Sent = { text: string; values: unknown[] }

type Row = Readonly<Record<string, unknown>>

type Split = {
  /** The column that names the merchant, as the database calls it. */
  merchant: string
  /** The statement about these rows, all of one merchant. */
  of: (rows: readonly Row[], merchantId: string) => Sent[]
}

const splits = new Map<string, Split>()

/** Registers what is sent in place of a statement whose only value is a JSON list of rows. */
export const splitByMerchant = (text: string, split: Split): void => void splits.set(text, split)

/** Undefined for a statement that is sent as it is. */
export function perMerchant(text: string, values: readonly unknown[]): Sent[] | undefined {
  const split = splits.get(text)
  if (!split) return undefined
  const merchants = new Map<string, Row[]>()
  for (const row of JSON.parse(String(values[0])) as Row[]) {
    const merchantId = String(row[split.merchant])
    const known = merchants.get(merchantId)
    if (known) known.push(row)
    else merchants.set(merchantId, [row])
  }
  return [...merchants]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([merchantId, rows]) => split.of(rows, merchantId))
}

/** PostgreSQL counts the parameters of a statement in 16 bits. */
const MOST_VALUES = 65_535

/** Rows of these columns as the values of `before values … after`, in as many statements as they need. */
export function valuesOf(
  rows: readonly Row[],
  { columns, before, after }: { columns: readonly string[]; before: string; after: string },
): Sent[] {
  const most = Math.floor(MOST_VALUES / columns.length)
  const sent: Sent[] = []
  for (let from = 0; from < rows.length; from += most) {
    const values: unknown[] = []
    const lines = rows.slice(from, from + most).map((row) => {
      const places = columns.map((column) => `$${values.push(row[column] ?? null)}`)
      return `(${places.join(', ')})`
    })
    sent.push({ text: `${before} values ${lines.join(', ')}${after}`, values })
  }
  return sent
}

/** Whether the database behind a connection is distributed; see docs/growing.md. */
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

/** Known once there is a connection. */
const found = new WeakMap<object, boolean>()

export const noteShards = (db: Db, isSharded: boolean): void =>
  void found.set(db.getExecutor().adapter, isSharded)

/** Whether a statement that names no merchant has to be another one, since each shard would answer by itself. */
export async function hasShards(db: Db): Promise<boolean> {
  if (isSqlite(db)) return false
  const { adapter } = db.getExecutor()
  if (!found.has(adapter)) await sql`select 1`.execute(db)
  return found.get(adapter) === true
}
