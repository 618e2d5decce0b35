import { AppError } from '#server/core/calls/errors.ts'
import { actorName, inTransaction, type MerchantCtx } from '#server/core/context.ts'
import { readInSlice } from '#server/core/work/time-slices.ts'
import { audit } from '#server/services/audit/audit.ts'
import { claimKey } from '#server/services/idempotency/claim-key.ts'
import { endNotices } from '#server/services/notices/raise-notice.ts'
import { addMonths, type Month, toIso } from '#server/shared/day.ts'
import { lockMerchant } from '../merchants/lock-merchant.ts'
import { findLastClosing, takeClosingLock } from '../money/reading/closing-lock.queries.ts'
import { countRecordedUntil } from './month-entries.queries.ts'
import { type LineSums, linesOfEntries } from './month-entries.rules.ts'
import {
  lineKeyBefore,
  lineKeyWithin,
  sumOwnEntries,
  sumRecorded,
  withoutPause,
} from './month-entries.ts'
import { readOpenLines, readTakings, readTakingsCorrections } from './month-lines.ts'
import { insertClosedMonth, insertFrozenLines } from './months.queries.ts'
import { hashOfMonth, type MonthLine, sortLines } from './months.rules.ts'
import type { CloseMonth, ClosingObstacle, MonthDetail, MonthEntry } from './months.schema.ts'
import { findMonth, readMonth } from './read-months.ts'

/**
 * Entries recorded longer ago than this are added up before the transaction that closes the month: the transactions
 * that recorded them have usually ended by then.
 */
const FIRST_MARGIN_MS = 10_000
const MARGIN_GROWTH = 10

/**
 * Closes a month: freezes its figures, with the corrections of earlier months, and their hash. Closing a closed month
 * changes nothing and returns the same response. The rows of the month are added up before the transaction, in slices,
 * so that the lock delays no payment however many rows there are.
 * @throws AppError `conflict` while the month is not over, or an earlier month is open.
 */
export async function closeMonth(ctx: MerchantCtx, input: CloseMonth): Promise<MonthDetail> {
  const { month } = input
  const { entry } = await findMonth(ctx, month)
  if (entry.state === 'closed') return inTransaction(ctx, (inner) => respond(inner, month))
  assertClosable(month, entry.obstacle)
  let { merchant } = ctx
  // When entries recorded before `until` have appeared since the summing, `freezeMonth` returns false. The next run then
  // leaves a longer period to the transaction, in the end all time.
  for (let marginMs = FIRST_MARGIN_MS; ; marginMs *= MARGIN_GROWTH) {
    const until = toIso(Math.max(0, ctx.now() - marginMs))
    const sums = await prepareSums({ ...ctx, merchant }, month, until)
    const result = await inTransaction(ctx, async (inner) => {
      const locked = await lockMerchant(inner)
      if (!(await freezeMonth(locked, input, sums))) return { lockedMerchant: locked.merchant }
      return { detail: await respond(locked, month) }
    })
    if (result.detail) return result.detail
    merchant = result.lockedMerchant
  }
}

/** Returns the closed month, and stores it for the request's Idempotency-Key. */
async function respond(inner: MerchantCtx, month: Month): Promise<MonthDetail> {
  const detail = await readMonth(inner, { month })
  await claimKey(inner, inner.once, { merchantId: inner.merchant.id, id: month })
  await inner.once?.complete(inner, detail)
  return detail
}

function assertClosable(month: Month, obstacle: ClosingObstacle | null): void {
  if (obstacle === 'not_over') {
    throw new AppError('conflict', `${month} is not over yet.`, { reason: 'month_not_over' })
  }
  if (obstacle === 'earlier_open') {
    throw new AppError('conflict', 'Close the months before it first.', {
      reason: 'earlier_month_open',
    })
  }
}

/** Sums of a month that were read before the transaction, from the entries recorded until the instant `until`. */
type PreparedSums = {
  until: string
  /** Number of these entries; when it has changed, the sums are out of date. */
  entryCount: number
  timezone: string
  /** Time at which the month before was closed; null when it was not. */
  previousClosedAt: string | null
  /** Sums of the entries of the month's own days. */
  own: LineSums[]
  /** Sums of the entries of earlier months that were recorded after the previous closing. */
  late: LineSums[]
  /** Open items of that time: a payment that was settled since is still among them. */
  open: MonthLine[]
}

async function prepareSums(ctx: MerchantCtx, month: Month, until: string): Promise<PreparedSums> {
  const { db, merchant } = ctx
  const reader = { db, merchant, runInSlice: readInSlice }
  const previousClosedAt = previousClosing((await findMonth(ctx, month)).months, month)
  const entryCount = await countRecordedUntil(db, { merchantId: merchant.id, until })
  const before = toIso(Date.parse(until) + 1)
  return {
    until,
    entryCount,
    timezone: merchant.timezone,
    previousClosedAt,
    own: await sumOwnEntries(reader, month, { before }),
    late:
      previousClosedAt === null
        ? []
        : await sumRecorded(
            reader,
            { after: previousClosedAt, before },
            lineKeyBefore(month, merchant),
          ),
    open: await readOpenLines(reader, month),
  }
}

const previousClosing = (months: readonly MonthEntry[], month: Month): string | null =>
  months.find((each) => each.month === addMonths(month, -1))?.closedAt ?? null

/** Freezes the month, unless it is closed. Writes nothing and returns false when the prepared sums are out of date. */
async function freezeMonth(
  inner: MerchantCtx,
  { month, taxes }: CloseMonth,
  prepared: PreparedSums,
): Promise<boolean> {
  const { db, merchant, now } = inner
  const merchantId = merchant.id
  await takeClosingLock(inner, { merchantId })
  const { entry, months } = await findMonth(inner, month)
  if (entry.state === 'closed') return true
  assertClosable(month, entry.obstacle)
  if (!(await isUpToDate(inner, prepared, previousClosing(months, month)))) return false
  const last = await findLastClosing(db, { merchantId })
  // A clock that was set back must not count the prepared entries again, in the next month's corrections.
  const earliestMs = Math.max(Date.parse(prepared.until), last === null ? 0 : Date.parse(last) + 1)
  const closedMs = Math.max(now(), earliestMs)
  const lines = await linesToFreeze(inner, { month, closedMs, prepared })
  const head = {
    merchantId,
    month,
    timezone: merchant.timezone,
    closedAt: toIso(closedMs),
    taxes: JSON.stringify(taxes),
  }
  const hash = hashOfMonth(head, lines)
  const closedBy = actorName(inner.actor)
  const row = { ...head, closedBy, rowCount: lines.length, hash }
  if (!(await insertClosedMonth(db, row))) return true
  await insertFrozenLines(
    db,
    lines.map((line, at) => ({ merchantId, month, position: at + 1, ...line })),
  )
  await audit(inner, {
    merchantId,
    action: 'month.closed',
    objectId: month,
    after: { hash, rowCount: lines.length },
  })
  await endNotices(inner, { merchantId, objectId: month, kinds: ['month_ready'] })
  inner.publishChange({ merchantId, type: 'month', action: 'changed', objectId: month })
  return true
}

const isUpToDate = async (
  { db, merchant }: MerchantCtx,
  { until, entryCount, timezone, previousClosedAt }: PreparedSums,
  previousClosedAtNow: string | null,
): Promise<boolean> =>
  timezone === merchant.timezone &&
  previousClosedAt === previousClosedAtNow &&
  entryCount === (await countRecordedUntil(db, { merchantId: merchant.id, until }))

/**
 * Returns all lines of the month: the lines of the prepared sums, and the lines of entries that were recorded since.
 */
async function linesToFreeze(
  { db, merchant }: MerchantCtx,
  { month, closedMs, prepared }: { month: Month; closedMs: number; prepared: PreparedSums },
): Promise<MonthLine[]> {
  const { until, previousClosedAt, own, late, open } = prepared
  const reader = { db, merchant, runInSlice: withoutPause }
  // An entry that another process recorded by a faster clock belongs to the next month's corrections.
  const before = toIso(closedMs + 1)
  const recent = await sumRecorded(reader, { after: until, before }, lineKeyWithin(month, merchant))
  const lines = [
    ...(await readTakings(reader, month)),
    ...linesOfEntries([...own, ...recent]),
    ...open,
  ]
  if (previousClosedAt === null) return sortLines(lines)
  const after = until > previousClosedAt ? until : previousClosedAt
  const recentLate = await sumRecorded(reader, { after, before }, lineKeyBefore(month, merchant))
  return sortLines([
    ...lines,
    ...(await readTakingsCorrections(reader, month)),
    ...linesOfEntries([...late, ...recentLate]),
  ])
}
