import pg from 'pg'
import { perMerchant, type Sent } from '#db/citus/per-merchant.ts'
import { isWithMerchant, merchantColumn, placements } from '#db/citus/sharding.ts'
import type { OnStatement } from '#db/postgres/postgres-pool.ts'

/** Notes each statement that reads or writes rows, once, with the values that it came with last. */
export class Statements {
  readonly #found = new Map<string, readonly unknown[]>()

  see: OnStatement = (text, _, values) => {
    if (/^\s*(?:with|select|insert|update|delete)\b/i.test(text)) this.#found.set(text, values)
  }

  texts(): string[] {
    return [...this.#found.keys()].map((text) => text.replace(/\s+/g, ' ').trim())
  }

  /** As they are sent where merchants are sharded. */
  sent(): Sent[] {
    return [...this.#found].flatMap(
      ([text, values]) => perMerchant(text, values) ?? [{ text, values: [...values] }],
    )
  }
}

const flatten = (text: string) => text.replaceAll('"', '').replace(/\s+/g, ' ').trim()

/** The tables of merchants of which a statement reads or changes rows, each by the names that it goes by there. */
function tablesIn(flat: string): { table: string; names: string[] }[] {
  const found = new Map<string, string[]>()
  for (const [, table = '', alias] of flat.matchAll(
    /\b(?:from|join|into|update|delete from) (\w+)(?: as (\w+))?/g,
  )) {
    if (table in placements) found.set(table, [...(found.get(table) ?? []), alias ?? table])
  }
  return [...found].map(([table, names]) => ({ table, names }))
}

/** Tables of merchants of which a statement does not say whose rows it means. */
export function unfiltered(text: string): string[] {
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
  // By a value, or by the rows that one names.
  return new RegExp(`(?:\\b${name}\\.|[ (])${column} = (?:\\$\\d|wanted\\.)`).test(flat)
}

/** How many shards each statement is asked of; 0 for one that the coordinator answers by itself. */
export async function shardsAsked(url: string, all: readonly Sent[]) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const asked: { text: string; shards: number }[] = []
    for (const { text, values } of all) {
      const { rows } = await client.query(`explain (costs off) ${text}`, values)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      const counts = [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count))
      asked.push({ text: flatten(text), shards: Math.max(0, ...counts) })
    }
    return asked
  } finally {
    await client.end()
  }
}
