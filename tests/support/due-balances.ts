import type { World } from '#server/core/context.ts'
import { createBalanceReader } from '#server/features/money/reading/balance-queue.ts'

/** A clock that `readForSeconds` advances. */
export type ReadingClock = { ms: number }

/** Reads the balances that are due, five times, and advances the reading's clock by a second after each time. */
export async function readForSeconds(world: World, clock: ReadingClock): Promise<void> {
  const read = createBalanceReader(world)
  for (let run = 0; run < 5; run++) {
    await read()
    clock.ms += 1000
  }
}
