import type { World } from '#server/core/context.ts'
import { changeCalendar } from './change-calendar.ts'
import { updateMerchantRow } from './merchants.queries.ts'

/**
 * Rebuilds all sums of a merchant from its payments and refunds, in its current time zone. Queries use the former sums
 * until the new sums are complete.
 */
export const rebuildRollups = (
  world: World,
  { merchantId, pauseBetween }: { merchantId: string; pauseBetween?: () => Promise<void> },
): Promise<void> =>
  changeCalendar(world, {
    merchantId,
    requestedSettings: ({ timezone }) => ({ timezone }),
    finish: async ({ db }, _before, settings) => {
      await updateMerchantRow(db, { merchantId }, settings)
    },
    pauseBetween,
  })
