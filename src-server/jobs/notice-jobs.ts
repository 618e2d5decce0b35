import type { World } from '../core/context.ts'
import type { MoveState } from '../core/ports/move-state.ts'
import { raiseMonthNotices } from '../features/months/raise-month-notices.ts'
import { type RepeatedJob, repeatStoppable } from './repeat.ts'

/** Hourly, because members need not learn at once that a month can be closed. */
const MONTH_NOTICES_EVERY_MS = 3_600_000

/** Returns the job that raises notices of months that can be closed. */
export const repeatMonthNotices = (world: World, moving: MoveState): RepeatedJob =>
  repeatStoppable('note-months', {
    everyMs: MONTH_NOTICES_EVERY_MS,
    log: world.log,
    moving,
    work: (signal) => raiseMonthNotices(world, signal),
  })
