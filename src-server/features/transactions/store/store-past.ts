import type { TransactionRow } from '#db/tables.ts'
import type { MerchantCtx } from '#server/core/context.ts'
import { runStored } from '#server/core/ports/payment-consequence.ts'
import { placesOfPayment } from '#server/services/rollups/places.ts'
import { insertPayments } from './insert-payments.ts'

/** Rows per statement: a statement takes some thousands of parameters, and the widest row has forty columns. */
const BATCH = 100

/** Stores past payments with all consequences of a payment except notifications. Call it in a transaction. */
export async function storePast(
  ctx: MerchantCtx,
  rows: readonly TransactionRow[],
  { actor }: { actor: string },
): Promise<void> {
  for (let from = 0; from < rows.length; from += BATCH) {
    const inserted = await insertPayments(ctx, rows.slice(from, from + BATCH))
    await runStored(
      ctx,
      inserted.map((row) => ({
        row,
        places: placesOfPayment(ctx.merchant, row),
        actor,
        outcomeActor: `processor:${row.processor}`,
        order: null,
      })),
    )
  }
}
