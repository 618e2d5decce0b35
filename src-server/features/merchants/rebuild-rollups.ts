import type { World } from '#server/core/context.ts'
import { changeCalendar } from './change-calendar.ts'
import { updateMerchantRow } from './merchants.queries.ts'

/**
 * Makes every sum of a merchant again from the rows, in the merchant's zone as it is now, beside those
 * that count, and then lets them count.
 */
export const rebuildRollups = (
  world: World,
  { merchantId, rest }: { merchantId: string; rest?: () => Promise<void> },
): Promise<void> =>
  changeCalendar(world, {
    merchantId,
    wanted: ({ timezone }) => ({ timezone }),
    finish: async ({ db }, _before, settings) => {
      await updateMerchantRow(db, { merchantId }, settings)
    },
    rest,
  })
