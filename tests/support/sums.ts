import type { OpenDatabase } from '#db/database.ts'

/** Tables with precomputed sums of payments. */
export const sumTables = [
  'rollupDays',
  'rollupSlots',
  'rollupMethodDays',
  'rollupCustomers',
  'rollupCustomerDays',
  'rollupCustomerMonths',
  'rollupPayerMonths',
] as const

/**
 * Returns the stored sums of all merchants as sorted texts, only the sums of each merchant's current `calendar`. Omits
 * rows with a count of zero, because they equal missing rows.
 */
export async function readSums({ db }: Pick<OpenDatabase, 'db'>): Promise<string[]> {
  const merchants = await db.selectFrom('merchants').select(['id', 'calendar']).execute()
  const calendars = new Map(merchants.map(({ id, calendar }) => [id, calendar]))
  const sums = await Promise.all(
    sumTables.map(async (table) => {
      const rows = await db.selectFrom(table).selectAll().execute()
      return rows
        .filter(({ merchantId, calendar }) => calendars.get(merchantId) === calendar)
        .filter((row) => !('count' in row) || row.count !== 0)
        .map(({ calendar: _, ...row }) => {
          const sorted = Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))
          return `${table} ${JSON.stringify(Object.fromEntries(sorted))}`
        })
    }),
  )
  return sums.flat().toSorted()
}
