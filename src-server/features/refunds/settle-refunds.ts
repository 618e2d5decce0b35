import type { RefundRow } from '#db/tables/refund-tables.ts'
import type { World } from '#server/core/context.ts'
import { type LeasedQueue, workQueue } from '#server/core/queues/leased-queue.ts'
import { LEASE_MS } from '../transactions/settle/settle-due.ts'
import { checkRefund } from './carry-out-refund.ts'

/** Queue of refunds whose outcome must be checked. */
export const openRefunds: LeasedQueue<RefundRow> = {
  table: 'refunds',
  due: 'nextCheckAt',
  lease: 'leasedUntil',
  concurrencyKey: ['processorAccountId', 'merchantId'],
  leaseMs: LEASE_MS,
  leasesInOneTransaction: true,
  work: checkRefund,
  failed: ({ log }, { id }, error) =>
    log.error({ err: error, refund: id }, 'a refund could not be recorded'),
}

/** Checks the outcome of every due refund, as `settleDue` does for payments. Returns the number of refunds. */
export const settleRefunds = (world: World, signal?: AbortSignal): Promise<number> =>
  workQueue(world, openRefunds, signal)
