import type { World } from '../core/context.ts'
import type { MoveState } from '../core/ports/move-state.ts'
import { noteReadyMonths } from '../features/months/note-ready-months.ts'
import { type RepeatedJob, repeatStoppable } from './repeat.ts'

/** An hour is short enough for notices that a month can be closed. */
const NOTE_MONTHS_EVERY_MS = 3_600_000

/** Returns the job that raises notices of months that can be closed. */
export const noteMonths = (world: World, moving: MoveState): RepeatedJob =>
  repeatStoppable('note-months', {
    everyMs: NOTE_MONTHS_EVERY_MS,
    log: world.log,
    moving,
    work: (signal) => noteReadyMonths(world, signal),
  })
