import { type BulkConnection, type BulkRow, quoteName } from '#db/postgres/bulk-connection.ts'
import type { CopyPlan } from './copy-tables.ts'
import { type Figures, ownerOf } from './figures.ts'
import type { Column, Table } from './tables.queries.ts'

type Sums = { rows: number; sums: Map<string, bigint> }

/** Upper and lower bits are summed separately, so that no sum is too large for either database. */
const LOW_BITS = 20

function sumsOf({ name, kind }: Column): string[] {
  const column = quoteName(name)
  switch (kind) {
    case 'integer':
      return [
        `coalesce(sum(${column} >> ${LOW_BITS}), 0) as "high ${name}"`,
        `coalesce(sum(${column} & ${2 ** LOW_BITS - 1}), 0) as "low ${name}"`,
      ]
    case 'boolean':
      return [`count(case when ${column} then 1 end) as "low ${name}"`]
    case 'instant':
      return [`count(${column}) as "low ${name}"`]
    default:
      return [`coalesce(sum(length(${column})), 0) as "low ${name}"`]
  }
}

/** Returns for each merchant the number of rows, the sum of each number, and the total length of each text. */
async function readSums(connection: BulkConnection, table: Table): Promise<Map<string, Sums>> {
  const columns = table.columns.filter(({ name }) => name !== 'merchant_id')
  const owner = ownerOf(table) ?? `''`
  const rows = await connection.all(
    `select ${owner} as owner, count(*) as rows, ${columns.flatMap(sumsOf).join(', ')}
      from ${quoteName(table.name)} group by 1`,
  )
  return new Map(
    rows.map((row) => [
      String(row.owner ?? ''),
      {
        rows: Number(row.rows),
        sums: new Map(columns.map(({ name }) => [name, combineSums(row, name)])),
      },
    ]),
  )
}

const combineSums = (row: BulkRow, name: string): bigint => {
  const half = (part: string) => BigInt(String(row[`${part} ${name}`] ?? 0))
  return (half('high') << BigInt(LOW_BITS)) + half('low')
}

const formatSums = ({ rows, sums }: Sums): string =>
  `${rows} rows ${[...sums].map(([name, sum]) => `${name} ${sum}`).join(' ')}`

const NO_SUMS: Sums = { rows: 0, sums: new Map() }

/** Row counts and totals of the compared databases, and a line for each difference between them. */
export type Comparison = { figures: Figures; differences: string[] }

/**
 * Compares both databases table by table and merchant by merchant. `differences` is empty if all rows are equal in
 * number, sums and text lengths.
 */
export async function compareDatabases({ source, target, tables }: CopyPlan): Promise<Comparison> {
  const differences: string[] = []
  const figures: Figures = new Map()
  for (const table of tables) {
    // PostgreSQL is queried first: it counts by itself, while SQLite blocks this process.
    const order = source.dialect === 'sqlite' ? [target, source] : [source, target]
    const sums = new Map(
      await Promise.all(order.map(async (side) => [side, await readSums(side, table)] as const)),
    )
    const [here, there] = [sums.get(source) ?? new Map(), sums.get(target) ?? new Map()] as [
      Map<string, Sums>,
      Map<string, Sums>,
    ]
    figures.set(
      table.name,
      new Map(
        [...here].map(([owner, { rows, sums: of }]) => [
          owner,
          { rows, amount: of.get('amount') ?? 0n },
        ]),
      ),
    )
    for (const owner of new Set([...here.keys(), ...there.keys()])) {
      const [one, other] = [here.get(owner) ?? NO_SUMS, there.get(owner) ?? NO_SUMS]
      if (formatSums(one) === formatSums(other)) continue
      const ownerText = owner === '' ? '' : ` of ${owner}`
      differences.push(
        `${table.name}${ownerText}: ${formatSums(one)} here, ${formatSums(other)} there`,
      )
    }
  }
  return { figures, differences }
}
