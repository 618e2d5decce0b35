/**
 * Returns one row per key, sorted by key, with the sums of all rows of that key. All writers use this order, so two
 * processes that change the same sums cannot deadlock.
 */
export function sumByKey<
  K extends string,
  S extends string,
  R extends Record<K, unknown> & Record<S, number>,
>(rows: readonly R[], key: readonly K[], sums: readonly S[]): Pick<R, K | S>[] {
  const byKey = new Map<string, Pick<R, K | S>>()
  for (const row of rows) {
    const name = nameOf(row, key)
    const existing = byKey.get(name) as Record<S, number> | undefined
    if (existing) for (const sum of sums) existing[sum] += row[sum]
    else byKey.set(name, pickColumns(row, [...key, ...sums]))
  }
  return [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

function nameOf(row: Record<string, unknown>, key: readonly string[]): string {
  let name = ''
  for (const part of key) name += `${row[part]}\n`
  return name
}

function pickColumns<R extends object, C extends keyof R>(
  row: R,
  columns: readonly C[],
): Pick<R, C> {
  const part = {} as Pick<R, C>
  for (const column of columns) part[column] = row[column]
  return part
}
