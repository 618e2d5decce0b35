import type { World } from '../core/context.ts'
import type { MoveState } from '../core/ports/move-state.ts'
import { sendDueResponses } from '../features/disputes/responses/send-responses.ts'
import { checkDueDisputes } from '../features/refunds/from-processor/check-disputes.ts'
import { readDueRefundsAndDisputes } from '../features/refunds/from-processor/read-refunds-and-disputes.ts'
import { type RepeatedJob, repeatStoppable } from './repeat.ts'

const READ_FACTS_EVERY_MS = 2000
const SEND_EVERY_MS = 500

/** Returns the jobs that read disputes and refunds from processors, and send responses to disputes. */
export function readDisputes(
  world: World,
  moving: MoveState,
  recoverOnce: () => Promise<void>,
): RepeatedJob[] {
  const afterRecovery =
    (work: (world: World, signal: AbortSignal) => Promise<unknown>) =>
    async (signal: AbortSignal) => {
      await recoverOnce()
      return work(world, signal)
    }
  const { log } = world
  return [
    repeatStoppable('read-facts', {
      everyMs: READ_FACTS_EVERY_MS,
      log,
      moving,
      work: afterRecovery(readDueRefundsAndDisputes),
    }),
    repeatStoppable('check-disputes', {
      everyMs: SEND_EVERY_MS,
      log,
      moving,
      work: afterRecovery(checkDueDisputes),
    }),
    repeatStoppable('answer-disputes', {
      everyMs: SEND_EVERY_MS,
      log,
      moving,
      work: afterRecovery(sendDueResponses),
    }),
  ]
}
