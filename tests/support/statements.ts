import pg from 'pg'
import { type StatementText, splitStatement } from '#db/citus/per-merchant.ts'
import { isWithMerchant, merchantColumn, placements } from '#db/citus/sharding.ts'
import type { OnStatement } from '#db/postgres/postgres-pool.ts'

/** Records each statement that reads or writes rows, once, with its latest values. */
export class Statements {
  readonly #found = new Map<string, readonly unknown[]>()

  observe: OnStatement = (text, _, values) => {
    if (/^\s*(?:with|select|insert|update|delete)\b/i.test(text)) this.#found.set(text, values)
  }

  texts(): string[] {
    return [...this.#found.keys()].map((text) => text.replace(/\s+/g, ' ').trim())
  }

  /** Returns the statements as the server sends them when merchants are sharded. */
  sent(): StatementText[] {
    return [...this.#found].flatMap(
      ([text, values]) => splitStatement(text, values) ?? [{ text, values: [...values] }],
    )
  }
}

const flatten = (text: string) => text.replaceAll('"', '').replace(/\s+/g, ' ').trim()

/** Returns the tables of merchants whose rows a statement reads or changes, each with its names in the statement. */
function tablesIn(flat: string): { table: string; names: string[] }[] {
  const found = new Map<string, string[]>()
  for (const [, table = '', alias] of flat.matchAll(
    /\b(?:from|join|into|update|delete from) (\w+)(?: as (\w+))?/g,
  )) {
    if (table in placements) found.set(table, [...(found.get(table) ?? []), alias ?? table])
  }
  return [...found].map(([table, names]) => ({ table, names }))
}

/**
 * Returns the tables with merchants' rows that a statement uses without a filter on the merchant; empty when all have
 * one.
 */
export function findUnfilteredTables(text: string): string[] {
  const flat = flatten(text)
  return tablesIn(flat)
    .filter(({ table }) => isWithMerchant(table))
    .flatMap(({ table, names }) => names.map((name) => ({ table, name })))
    .filter(({ table, name }) => !namesMerchant(flat, { table, name }))
    .map(({ table }) => table)
}

function namesMerchant(flat: string, { table, name }: { table: string; name: string }): boolean {
  const column = merchantColumn(table)
  if (new RegExp(`insert into ${table} \\([^)]*\\b${column}\\b`).test(flat)) return true
  // The merchant comes from a parameter, or from the rows with the SQL alias `wanted`.
  return new RegExp(`(?:\\b${name}\\.|[ (])${column} = (?:\\$\\d|wanted\\.)`).test(flat)
}

/** Returns the number of shards that each statement queries; 0 when the coordinator responds by itself. */
export async function countShards(url: string, all: readonly StatementText[]) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const results: { text: string; shards: number }[] = []
    for (const { text, values } of all) {
      const { rows } = await client.query(`explain (costs off) ${text}`, values)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      const counts = [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count))
      results.push({ text: flatten(text), shards: Math.max(0, ...counts) })
    }
    return results
  } finally {
    await client.end()
  }
}
