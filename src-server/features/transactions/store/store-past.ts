import type { TransactionRow } from '#db/tables.ts'
import type { MerchantCtx } from '#server/core/context.ts'
import { runOnStored } from '#server/core/ports/payment-consequence.ts'
import { positionsOfPayment } from '#server/services/rollups/calendar-positions.ts'
import { insertPayments } from './insert-payments.ts'

/** Rows per statement: a statement takes some thousands of parameters, and the widest row has about fifty columns. */
const BATCH = 100

/** Stores past payments with all consequences of a payment except notifications. Call it in a transaction. */
export async function storePastPayments(
  ctx: MerchantCtx,
  rows: readonly TransactionRow[],
  { actor }: { actor: string },
): Promise<void> {
  for (let from = 0; from < rows.length; from += BATCH) {
    const inserted = await insertPayments(ctx, rows.slice(from, from + BATCH))
    await runOnStored(
      ctx,
      inserted.map((row) => ({
        row,
        positions: positionsOfPayment(ctx.merchant, row),
        actor,
        outcomeActor: `processor:${row.processor}`,
        order: null,
      })),
    )
  }
}
