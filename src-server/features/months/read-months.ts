import { AppError } from '#server/core/calls/errors.ts'
import type { MerchantCtx } from '#server/core/context.ts'
import { readInSlice } from '#server/core/work/time-slices.ts'
import { merchantCalendarOf } from '#server/services/rollups/calendar-positions.ts'
import { addMonths, localMoment, type Month, monthOf } from '#server/shared/day.ts'
import { findTakingsSpan } from '../takings/takings.queries.ts'
import { findFirstEntry } from './month-entries.queries.ts'
import { readLinesAsOf, readOpenMonth } from './month-lines.ts'
import { findClosedMonth, listClosedMonths, listFrozenLines } from './months.queries.ts'
import {
  byProcessor,
  correctionOf,
  type MonthLine,
  openItemsOf,
  payoutsOf,
  takingsOf,
  totalsOf,
} from './months.rules.ts'
import { type MonthDetail, type MonthEntry, type MonthKey, NotedTax } from './months.schema.ts'

type ReadingCtx = Pick<MerchantCtx, 'db' | 'merchant' | 'now'>

/** Lists the months from the first with money to the running one, the newest first. */
export async function listMonths({ db, merchant, now }: ReadingCtx): Promise<MonthEntry[]> {
  const { id: merchantId, timezone } = merchant
  const closed = await listClosedMonths(db, { merchantId })
  const running = localMoment(now(), timezone).month
  const first = closed.at(-1)?.month ?? (await findFirstMonth({ db, merchant })) ?? running
  const next = closed[0] ? addMonths(closed[0].month, 1) : first
  const months: MonthEntry[] = []
  for (let month = running; month >= first; month = addMonths(month, -1)) {
    const closedMonth = closed.find((each) => each.month === month)
    months.push({
      month,
      state: closedMonth ? 'closed' : month === running ? 'running' : 'open',
      closedAt: closedMonth?.closedAt ?? null,
      hash: closedMonth?.hash ?? null,
      obstacle: closedMonth
        ? 'closed'
        : month >= running
          ? 'not_over'
          : month > next
            ? 'earlier_open'
            : null,
    })
  }
  return months
}

/** Returns the first month in which the merchant took or moved money; undefined until then. */
async function findFirstMonth({
  db,
  merchant,
}: Pick<ReadingCtx, 'db' | 'merchant'>): Promise<Month | undefined> {
  const span = await findTakingsSpan(db, merchantCalendarOf(merchant))
  const entry = await findFirstEntry(db, { merchantId: merchant.id })
  const months = [
    ...(span ? [monthOf(span.from)] : []),
    ...(entry === undefined ? [] : [localMoment(Date.parse(entry), merchant.timezone).month]),
  ]
  return months.toSorted()[0]
}

/** Finds a month in the list. @throws AppError `not_found` for a month before the first, or in the future. */
export async function findMonth(ctx: ReadingCtx, month: Month) {
  const months = await listMonths(ctx)
  const entry = months.find((each) => each.month === month)
  if (!entry) throw new AppError('not_found', `There is nothing in ${month}.`)
  return { entry, months }
}

/** The figures of a month, and the taxes that were entered when it was closed. */
export type MonthReport = {
  entry: MonthEntry
  timezone: string
  lines: readonly MonthLine[]
  taxes: NotedTax[]
}

/** Reads a month: a closed month as it was frozen, an open month as it is now, or a month as it was known on a day. */
export async function readReport(
  { db, merchant, now }: ReadingCtx,
  { month, asOf }: MonthKey,
): Promise<MonthReport> {
  const { entry, months } = await findMonth({ db, merchant, now }, month)
  const { timezone } = merchant
  const reader = { db, merchant, runInSlice: readInSlice }
  if (asOf !== undefined) {
    if (asOf > localMoment(now(), timezone).day) {
      throw new AppError('invalid', 'The day must not be in the future.')
    }
    return { entry, timezone, lines: await readLinesAsOf(reader, month, asOf), taxes: [] }
  }
  const closed = await findClosedMonth(db, { merchantId: merchant.id, month })
  if (closed) {
    const lines = await listFrozenLines(db, closed)
    const taxes = NotedTax.array().parse(JSON.parse(closed.taxes))
    return { entry, timezone: closed.timezone, lines, taxes }
  }
  const previousClosedAt =
    months.find((each) => each.month === addMonths(month, -1))?.closedAt ?? null
  const lines = await readOpenMonth(reader, month, previousClosedAt)
  return { entry, timezone, lines, taxes: [] }
}

/** Returns a month as the API returns it. */
export async function readMonth(ctx: ReadingCtx, key: MonthKey): Promise<MonthDetail> {
  return detailOf(await readReport(ctx, key), key)
}

function detailOf(
  { entry, timezone, lines, taxes }: MonthReport,
  { month, asOf = undefined }: MonthKey,
): MonthDetail {
  const ownLines = lines.filter(({ subject }) => subject === month)
  return {
    ...entry,
    timezone,
    asOf: asOf ?? null,
    totals: totalsOf(ownLines),
    takings: takingsOf(ownLines),
    fees: byProcessor(ownLines, 'fees'),
    payouts: payoutsOf(ownLines),
    others: byProcessor(ownLines, 'other'),
    corrections: lines.filter(({ subject }) => subject !== month).map(correctionOf),
    openItems: asOf === undefined ? openItemsOf(ownLines) : null,
    taxes,
  }
}
