import type { RefundRow } from '#db/refund-tables.ts'
import { inTransaction, type World } from '#server/core/context.ts'
import { askInTurns } from '#server/services/processors/ask-in-turns.ts'
import { toIso } from '#server/shared/day.ts'
import { LEASE_MS } from '../transactions/settle-due.ts'
import { askAboutRefund } from './carry-out-refund.ts'
import { leaseRefunds, listDueRefunds } from './due-refunds.queries.ts'

/** Asks what became of every refund that is due, as `settleDue` does for payments. Answers how many. */
export const settleRefunds = (world: World, signal?: AbortSignal): Promise<number> =>
  askInTurns<{ row: RefundRow; account: string }>({
    take: async ({ room, isBusy, busy }) => {
      const { db, now } = world
      const listed = await listDueRefunds(db, { now: toIso(now()), busy })
      const wanted = listed.filter(({ account }) => !isBusy(account)).slice(0, room)
      if (wanted.length === 0) return []
      return inTransaction(world, (inner) =>
        leaseRefunds(inner.db, wanted, {
          now: toIso(now()),
          leasedUntil: toIso(now() + LEASE_MS),
        }),
      )
    },
    ask: async ({ row }) => {
      try {
        await askAboutRefund(world, row)
      } catch (error) {
        world.log.error({ err: error, refund: row.id }, 'a refund could not be recorded')
      }
    },
    signal,
  })
