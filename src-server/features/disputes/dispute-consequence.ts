import type { TransactionRow } from '#db/tables.ts'
import type { StoringWorld } from '#server/core/context.ts'
import type { PaymentConsequence } from '#server/core/ports/payment-consequence.ts'
import { plannedDisputeOf } from '#server/services/processors/sandbox/sandbox-plan.rules.ts'
import { toIso } from '#server/shared/day.ts'
import { scheduleChecks } from './checks.queries.ts'

/** Schedules reads of disputes at the sandbox, which sends no notifications. */
export const disputeConsequence: PaymentConsequence = {
  name: 'dispute',
  onStored: (payments) => {
    // Imported and demo payments have no order, and no dispute checks.
    const disputed = payments.filter(({ row, order }) => order && mayBeDisputed(row))
    return disputed.length === 0
      ? []
      : [
          (world) =>
            schedule(
              world,
              disputed.map(({ row }) => row),
            ),
        ]
  },
  onEnded: async (world, { row }) => {
    if (mayBeDisputed(row)) await schedule(world, [row])
  },
}

const mayBeDisputed = (row: TransactionRow): boolean =>
  row.status === 'success' && row.processor === 'sandbox' && plannedDisputeOf(row) !== undefined

const schedule = ({ db, now }: StoringWorld, rows: readonly TransactionRow[]) =>
  scheduleChecks(db, rows, toIso(now()))
