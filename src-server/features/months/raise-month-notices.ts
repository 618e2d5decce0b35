import { inTransaction, type World } from '#server/core/context.ts'
import { readInSlice } from '#server/core/work/time-slices.ts'
import { raiseNotice } from '#server/services/notices/raise-notice.ts'
import { addMonths, localMoment } from '#server/shared/day.ts'
import { lockMerchantById } from '../merchants/lock-merchant.ts'
import { listMonths } from './read-months.ts'
import { hasReadyNotice, listMerchantZones } from './ready-months.queries.ts'

/** Days at the beginning of a month on which the notice of the month before is raised. */
const FIRST_DAYS = 5
const MERCHANTS_PER_BATCH = 100

/**
 * Raises a notice for each merchant whose last month had money and is not closed, on the first days of a month in its
 * zone. Raising it again changes nothing. Returns the number of merchants that were examined.
 */
export async function raiseMonthNotices(world: World, signal?: AbortSignal): Promise<number> {
  let count = 0
  let after = ''
  for (;;) {
    const merchants = await readInSlice(() =>
      listMerchantZones(world.db, { after, limit: MERCHANTS_PER_BATCH }),
    )
    for (const { id, timezone } of merchants) {
      if (signal?.aborted) return count
      await raiseMonthNotice(world, { merchantId: id, timezone })
      count += 1
    }
    if (merchants.length < MERCHANTS_PER_BATCH) return count
    after = merchants.at(-1)?.id ?? ''
  }
}

async function raiseMonthNotice(
  world: World,
  { merchantId, timezone }: { merchantId: string; timezone: string },
): Promise<void> {
  const { day, month: running } = localMoment(world.now(), timezone)
  if (Number(day.slice(8)) > FIRST_DAYS) return
  const month = addMonths(running, -1)
  if (await hasReadyNotice(world.db, { merchantId, month })) return
  await inTransaction(world, async (inner) => {
    const merchant = await lockMerchantById(inner, { merchantId })
    const months = await listMonths({ ...inner, merchant })
    if (months.find((each) => each.month === month)?.state !== 'open') return
    await raiseNotice(inner, { merchantId, kind: 'month_ready', objectId: month, facts: { month } })
  })
}
