import { setTimeout as wait } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import type { MerchantRow } from '#db/tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { inTransaction, type World } from '#server/core/context.ts'
import { runInSlices } from '#server/core/work/time-slices.ts'
import {
  Batch,
  type CalendarProgress,
  type CalendarWork,
} from '#server/services/rollups/calendar-batches.queries.ts'
import {
  advanceChange,
  clearSums,
  START_OF_CHANGE,
} from '#server/services/rollups/calendar-batches.ts'
import { otherCalendar } from '#server/services/rollups/calendar-positions.ts'
import { toIso } from '#server/shared/day.ts'
import { findMerchant, lockMerchantRow, updateMerchantRow } from './merchants.queries.ts'
import { actingMerchantOf } from './merchants.rules.ts'

/**
 * A new zone moves every payment to other business days, which takes longer than a payment may be delayed. So there are
 * two calendars: queries use one, while the other is built in slices of some milliseconds, each in its own transaction.
 * A payment stored or settled meanwhile is added to both calendars if the change has already passed it, otherwise only
 * to the calendar in use. The last slice makes queries use the other calendar. Until then every figure, list and filter
 * is in the old zone, and from then on in the new one. See docs/decisions/021-two-calendars.md.
 */

/**
 * Requested time zone and reporting currency; undefined keeps the current one. Requesting the current time zone
 * rebuilds all sums.
 */
export type CalendarSettings = { timezone?: string | undefined; currency?: string | undefined }

type Row = Selectable<MerchantRow>

/** A change of a merchant's time zone or reporting currency, with the functions that complete it. */
export type Change<T> = {
  merchantId: string
  /** Locks other rows that `finish` changes and that must be locked before this merchant, in each transaction. */
  holdFirst?: ((inner: World) => Promise<void>) | undefined
  /** Returns the requested settings for the merchant as it is when the change begins. */
  requestedSettings: (before: Row) => CalendarSettings
  /** Runs in the transaction that makes the change effective, with the columns that it sets. */
  finish: (inner: World, before: Row, settings: Partial<Row>) => Promise<T>
  /**
   * Runs after each short transaction of the change. A process other than the server pauses here, so that the server
   * can write to SQLite.
   */
  pauseBetween?: (() => Promise<void>) | undefined
  /** Maximum duration of each short transaction, in milliseconds; by default the maximum of all such transactions. */
  sliceMs?: number | undefined
}

/**
 * Lease of a change, renewed by each of its transactions. When it expires, the process that made the change counts as
 * dead.
 */
const LEASE_MS = 60_000
/** Milliseconds for which a change waits for another change of the same merchant, before its caller must try again. */
const WAIT_MS = 60_000
const POLL_MS = 25

const noMerchant = () => new AppError('not_found', 'There is no such merchant.')

const changeUnderWay = () =>
  new AppError('unavailable', 'Another change of these settings is under way. Try again later.', {
    reason: 'settings_changing',
    retryAfterS: 5,
  })

/**
 * Changes a merchant's time zone or reporting currency. Builds the sums for the new settings in short transactions,
 * then makes queries use them. Resolves to the result of `finish`. When it rejects, only sums that no query reads have
 * changed.
 */
export async function changeCalendar<T>(world: World, change: Change<T>): Promise<T> {
  // Inside an open transaction, the slices would hold their locks until its end, and payments would wait.
  if (world.db.isTransaction) throw new Error('a change of the calendar has its own transactions')
  const id = world.newId('chg')
  const started = await beginChange(world, change, id)
  if ('result' in started) return started.result
  try {
    return await applyChange(world, change, { id, ...started })
  } catch (error) {
    await revertChange(world, change.merchantId, id).catch((failure: unknown) =>
      // A job reverts the change once the lease has expired.
      world.log.warn({ err: failure, change: id }, 'a change of settings could not be taken back'),
    )
    throw error
  }
}

type ChangeStart = { before: Row; requested: CalendarSettings }

async function beginChange<T>(
  world: World,
  change: Change<T>,
  id: string,
): Promise<ChangeStart | { result: T }> {
  const { merchantId } = change
  const untilMs = performance.now() + WAIT_MS
  for (;;) {
    const started = await inTransaction(world, async (inner) => {
      await change.holdFirst?.(inner)
      const before = await lockToChange(inner, merchantId)
      if (isChanging(before, world.now())) return undefined
      const requested = change.requestedSettings(before)
      const isUnchanged = requested.timezone === undefined && requested.currency === undefined
      if (isUnchanged) return { result: await change.finish(inner, before, {}) }
      await updateMerchantRow(
        inner.db,
        { merchantId },
        { ...noChangeColumns, ...leaseOf(world, id) },
      )
      // The other calendar may contain sums of an interrupted change, which must be deleted.
      if (requested.timezone !== undefined) await markStale(inner, merchantId)
      return { before, requested }
    })
    if (started) return started
    if (performance.now() > untilMs) throw changeUnderWay()
    await waitUntilFree(world, merchantId, untilMs)
  }
}

/** Waits without locking the merchant, which every payment locks. */
async function waitUntilFree(world: World, merchantId: string, untilMs: number): Promise<void> {
  for (;;) {
    await wait(POLL_MS)
    const row = await findMerchant(world.db, { merchantId })
    if (!row || !isChanging(row, world.now()) || performance.now() > untilMs) return
  }
}

/** Returns whether a change of this merchant's settings is under way: its lease has not expired. */
const isChanging = ({ changeUntil }: Row, nowMs: number): boolean =>
  changeUntil !== null && changeUntil >= toIso(nowMs)

const leaseOf = ({ now }: World, changeId: string) => ({
  changeId,
  changeUntil: toIso(now() + LEASE_MS),
})

/** Clears the columns of a change: its lease, its settings, and the last payment, customer and refund it processed. */
const noChangeColumns = {
  changeId: null,
  changeUntil: null,
  newTimezone: null,
  newCurrency: null,
  madeAt: null,
  madeId: null,
  madeCustomerId: null,
  madeRefundId: null,
}

/** Marks the sums of the calendar that is not in use as to be deleted. */
const markStale = ({ db, now }: World, merchantId: string) =>
  updateMerchantRow(db, { merchantId }, { staleSince: toIso(now()) })

/** Returns the current merchant, locked so that nothing is added to its sums. */
async function lockToChange({ db, dialect }: World, merchantId: string): Promise<Row> {
  const row = await lockMerchantRow(db, { dialect, merchantId, hold: 'change' })
  if (!row) throw noMerchant()
  return row
}

/**
 * Locks the merchant. Throws when the change `id` is no longer the merchant's current change: another process has
 * reverted it.
 */
async function lockOwnChange(inner: World, merchantId: string, id: string): Promise<Row> {
  const row = await lockToChange(inner, merchantId)
  if (row.changeId !== id) throw changeUnderWay()
  return row
}

async function applyChange<T>(
  world: World,
  { merchantId, holdFirst, finish, pauseBetween, sliceMs }: Change<T>,
  { id, before, requested: { timezone, currency } }: ChangeStart & { id: string },
): Promise<T> {
  const isRebuilding = timezone !== undefined
  const work: CalendarWork = {
    target: {
      merchantId,
      calendar: isRebuilding ? otherCalendar(before.calendar) : before.calendar,
    },
    timezone: timezone ?? null,
    currency: currency ?? before.currency,
    batch: new Batch(world.dialect),
  }
  if (isRebuilding) await clearInSlices(world, { id, work, pauseBetween, sliceMs })
  await inTransaction(world, async (inner) => {
    await lockOwnChange(inner, merchantId, id)
    const settings = { newTimezone: timezone ?? null, newCurrency: currency ?? null }
    await updateMerchantRow(inner.db, { merchantId }, { ...settings, ...leaseOf(world, id) })
  })
  return buildInSlices(world, { id, work, holdFirst, pauseBetween, sliceMs }, (inner, row) =>
    finish(inner, row, {
      ...noChangeColumns,
      ...(isRebuilding && {
        calendar: work.target.calendar,
        staleSince: toIso(world.now()),
        timezone,
      }),
      ...(currency !== undefined && { currency }),
    }),
  )
}

type Task = { id: string; work: CalendarWork } & Pick<
  Change<unknown>,
  'holdFirst' | 'pauseBetween' | 'sliceMs'
>

const clearInSlices = (world: World, { id, work: { target }, pauseBetween, sliceMs }: Task) =>
  runInSlices(
    async (hasTime) => {
      const isEmpty = await inTransaction(world, async (inner) => {
        await lockOwnChange(inner, target.merchantId, id)
        const isAll = await clearSums(inner.db, target, hasTime)
        const lease = leaseOf(world, id)
        await updateMerchantRow(inner.db, target, isAll ? { ...lease, staleSince: null } : lease)
        return isAll
      })
      await pauseBetween?.()
      return isEmpty
    },
    { ms: sliceMs },
  )

async function buildInSlices<T>(
  world: World,
  { id, work, holdFirst, pauseBetween, sliceMs }: Task,
  finish: (inner: World, row: Row) => Promise<T>,
): Promise<T> {
  const { merchantId } = work.target
  let finished: { result: T } | undefined
  await runInSlices(
    async (hasTime) => {
      finished = await inTransaction(world, async (inner) => {
        await holdFirst?.(inner)
        const row = await lockOwnChange(inner, merchantId, id)
        const from = actingMerchantOf(row).calendars.building ?? START_OF_CHANGE
        const { reached, isDone } = await advanceChange(inner, work, from, hasTime)
        if (isDone) return { result: await finish(inner, row) }
        const lease = leaseOf(world, id)
        await updateMerchantRow(inner.db, { merchantId }, { ...reachedColumns(reached), ...lease })
        return undefined
      })
      if (!finished) await pauseBetween?.()
      return finished !== undefined
    },
    { ms: sliceMs },
  )
  if (!finished) throw new Error('a change of the calendar ended without its end')
  return finished.result
}

const reachedColumns = ({ payments, customerId, refundId }: CalendarProgress) => ({
  madeAt: payments.createdAt,
  madeId: payments.id,
  madeCustomerId: customerId,
  madeRefundId: refundId,
})

/** Cancels an unfinished change of time zone or currency. A job deletes the sums that it has made so far. */
export const revertChange = (world: World, merchantId: string, id: string): Promise<void> =>
  inTransaction(world, async (inner) => {
    const row = await lockToChange(inner, merchantId)
    if (row.changeId !== id) return
    await updateMerchantRow(inner.db, { merchantId }, noChangeColumns)
    if (row.newTimezone !== null) await markStale(inner, merchantId)
  })
