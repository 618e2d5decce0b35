import { inTransaction, type World } from '#server/core/context.ts'
import { runInSlices } from '#server/core/work/time-slices.ts'
import { clearSums } from '#server/services/rollups/calendar-batches.ts'
import { otherCalendar } from '#server/services/rollups/calendar-positions.ts'
import { toIso } from '#server/shared/day.ts'
import { revertChange } from './change-calendar.ts'
import {
  listBrokenChanges,
  listStaleCalendars,
  lockMerchantRow,
  updateMerchantRow,
} from './merchants.queries.ts'

/** Milliseconds for which a request that began before a change of time zone may still read the former sums. */
const READ_FOR_MS = 60_000

/** Cancels changes of time zone or currency whose lease has expired, and deletes sums that no query reads any more. */
export async function endChanges(world: World, signal?: AbortSignal): Promise<void> {
  const { db, now } = world
  for (const { id, changeId } of await listBrokenChanges(db, toIso(now()))) {
    if (changeId !== null) await revertChange(world, id, changeId)
  }
  for (const { id } of await listStaleCalendars(db, toIso(now() - READ_FOR_MS))) {
    await clearStale(world, id, signal)
  }
}

const clearStale = (world: World, merchantId: string, signal?: AbortSignal): Promise<boolean> =>
  runInSlices(
    (hasTime) =>
      inTransaction(world, async ({ db, dialect }) => {
        const row = await lockMerchantRow(db, { dialect, merchantId, hold: 'change' })
        // A change in progress uses this calendar and clears it itself.
        if (!row?.staleSince || row.changeId !== null) return true
        const target = { merchantId, calendar: otherCalendar(row.calendar) }
        const isEmpty = await clearSums(db, target, hasTime)
        if (isEmpty) await updateMerchantRow(db, { merchantId }, { staleSince: null })
        return isEmpty
      }),
    { signal },
  )
