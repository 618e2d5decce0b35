import type { Db } from '#db/tables.ts'
import { listFrozenLines, listMonthsAfter } from '#server/features/months/months.queries.ts'
import { hashOfMonth } from '#server/features/months/months.rules.ts'
import { addMonths } from '#server/shared/day.ts'

type WrongMonth = { merchantId: string; month: string; fault: string }

const MONTHS_PER_BATCH = 100

/** Returns closed months whose hash does not match their rows, or that do not follow the previous month. */
export async function findWrongMonths(db: Db, limit: number): Promise<WrongMonth[]> {
  const wrong: WrongMonth[] = []
  let after: { merchantId: string; month: string } | undefined
  for (;;) {
    const months = await listMonthsAfter(db, after, MONTHS_PER_BATCH)
    for (const closed of months) {
      const { merchantId, month } = closed
      const lines = await listFrozenLines(db, closed)
      if (hashOfMonth(closed, lines) !== closed.hash || lines.length !== closed.rowCount) {
        wrong.push({ merchantId, month, fault: 'its hash is not that of its rows' })
      }
      if (after?.merchantId === merchantId && addMonths(after.month, 1) !== month) {
        wrong.push({ merchantId, month, fault: 'the month before is not closed' })
      }
      if (wrong.length >= limit) return wrong
      after = { merchantId, month }
    }
    if (months.length < MONTHS_PER_BATCH) return wrong
  }
}
