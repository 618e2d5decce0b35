import type { TransactionRow } from '#db/tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import type { MerchantCtx } from '#server/core/context.ts'
import { withTimeLimit } from '#server/core/work/time-limit.ts'
import { nextUrlOf, responseOf } from '../payment-response.ts'
import { atProcessor, stageOf } from '../payment-stages.rules.ts'
import { PROCESSOR_TIMEOUT_MS } from '../settle/settle-due.ts'
import { findTransaction } from '../transactions.queries.ts'
import type { Transaction } from '../transactions.schema.ts'
import type { Proof } from './card-form.schema.ts'
import { refreshForPayer } from './continue-as-payer.ts'

/**
 * Returns the client secret and the URL with which a payer continues a payment: authenticates it, or approves it at the
 * processor's page. The client secret gives access to this payment only. It is requested each time and never stored.
 */
export async function fetchProof(ctx: MerchantCtx, { id }: { id: string }): Promise<Proof> {
  const row = await requirePayment(ctx, id)
  if (row.status !== 'pending') return { clientSecret: null, url: null }
  const url = nextUrlOf(ctx, row)
  if (stageOf(row) !== 'requires_action') return { clientSecret: null, url }
  const secretRequest = ctx.processors.named(row.processor).payerSecretOf?.(atProcessor(row))
  const clientSecret = await withTimeLimit(
    PROCESSOR_TIMEOUT_MS,
    secretRequest ?? Promise.resolve(null),
  ).catch((error: unknown) => {
    ctx.log.warn(
      { err: error, transaction: row.id },
      'the client secret for a payment could not be requested',
    )
    throw noResponse()
  })
  return { clientSecret, url }
}

/** Queries the processor for a payment's outcome now, and returns the updated payment. */
export const refreshPayment = async (
  ctx: MerchantCtx,
  { id }: { id: string },
): Promise<Transaction> =>
  responseOf(ctx, await refreshForPayer(ctx, await requirePayment(ctx, id)))

async function requirePayment({ db, merchant }: MerchantCtx, key: string): Promise<TransactionRow> {
  const row = await findTransaction(db, { merchantId: merchant.id, key })
  if (!row) throw new AppError('not_found', 'There is no such transaction.')
  return row
}

const noResponse = () =>
  new AppError('unavailable', 'The processor does not respond. Try again in a while.', {
    reason: 'processor_unavailable',
    retryAfterS: 5,
  })
