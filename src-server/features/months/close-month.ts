import { AppError } from '#server/core/calls/errors.ts'
import { actorName, inTransaction, type MerchantCtx } from '#server/core/context.ts'
import { readInSlice } from '#server/core/work/time-slices.ts'
import { audit } from '#server/services/audit/audit.ts'
import { endNotices } from '#server/services/notices/raise-notice.ts'
import { addMonths, type Month, toIso } from '#server/shared/day.ts'
import { lockMerchant } from '../merchants/lock-merchant.ts'
import { findLastClosing, takeClosingLock } from '../money/reading/closing-lock.queries.ts'
import { readCorrections, readOpenLines, readOwnLines, withoutPause } from './month-lines.ts'
import { insertClosedMonth, insertFrozenLines } from './months.queries.ts'
import { hashOfMonth, type MonthLine, sortLines } from './months.rules.ts'
import type { CloseMonth, ClosingObstacle, MonthDetail } from './months.schema.ts'
import { findMonth, readMonth } from './read-months.ts'

/**
 * Closes a month: freezes its figures, with the corrections of earlier months, and their hash. Closing a closed month
 * changes nothing and returns the same response.
 * @throws AppError `conflict` while the month is not over, or an earlier one is open.
 */
export async function closeMonth(ctx: MerchantCtx, input: CloseMonth): Promise<MonthDetail> {
  const { month } = input
  const { entry } = await findMonth(ctx, month)
  if (entry.state !== 'closed') {
    assertClosable(month, entry.obstacle)
    // Read before the transaction, because each payment of the month is looked up.
    const open = await readOpenLines({ ...ctx, runInSlice: readInSlice }, month)
    await inTransaction(ctx, async (inner) => freezeMonth(await lockMerchant(inner), input, open))
  }
  return readMonth(ctx, { month })
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

async function freezeMonth(
  inner: MerchantCtx,
  { month, taxes }: CloseMonth,
  open: readonly MonthLine[],
): Promise<void> {
  const { db, merchant, now } = inner
  const merchantId = merchant.id
  await takeClosingLock(inner, { merchantId })
  const { entry, months } = await findMonth(inner, month)
  if (entry.state === 'closed') return
  assertClosable(month, entry.obstacle)
  const last = await findLastClosing(db, { merchantId })
  const closedMs = last === null ? now() : Math.max(now(), Date.parse(last) + 1)
  // An entry that another process recorded by a faster clock belongs to the next month's corrections.
  const recorded = { before: toIso(closedMs + 1) }
  const reader = { db, merchant, runInSlice: withoutPause }
  const previous = months.find((each) => each.month === addMonths(month, -1))?.closedAt ?? null
  const lines = sortLines([
    ...(await readOwnLines(reader, month, recorded)),
    ...open,
    ...(previous === null ? [] : await readCorrections(reader, month, previous, recorded)),
  ])
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
  if (!(await insertClosedMonth(db, row))) return
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
}
