import type { IdempotencyKeyRow } from '#db/tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import type { MerchantCtx } from '#server/core/context.ts'
import type { Route } from '#server/core/ports/processor.ts'
import { withTimeLimit } from '#server/core/work/time-limit.ts'
import { findProcessorAccount } from '#server/services/processors/processor-accounts.queries.ts'
import type { NewTransaction } from '../new-transaction.schema.ts'
import { atProcessor } from '../payment-stages.rules.ts'
import { PROCESSOR_TIMEOUT_MS } from '../settle/settle-due.ts'
import { findTransaction } from '../transactions.queries.ts'
import type { Transaction } from '../transactions.schema.ts'

/** Placeholder for the client secret in a response that is stored under its Idempotency-Key. */
const SECRET_PLACEHOLDER = 'kept-at-the-processor'

/** Returns whether the payer continues on the merchant's own page, with the script of the processor named in `next`. */
export const isForMerchantsPage = ({ next = 'redirect' }: NewTransaction): boolean =>
  next !== 'redirect'

/**
 * Returns the publishable key for the merchant's own page; null when the payment does not continue there.
 * @throws AppError `invalid` for version 1, or when payments of the method do not go to the processor in `next`.
 */
export async function findKeyForMerchantsPage(
  { db, merchant, version, processors }: MerchantCtx,
  input: NewTransaction,
  { accountId, processor }: Route,
): Promise<string | null> {
  if (!isForMerchantsPage(input)) return null
  if (version !== 'v2') throw invalidNext('only version 2 returns what the payer does next')
  const account =
    accountId === null || processor.name !== input.next
      ? undefined
      : await findProcessorAccount(db, { merchantId: merchant.id, id: accountId })
  if (!account?.publishableKey) {
    const { label } = processors.named(input.next ?? '')
    throw invalidNext(`payments of this method do not go to ${label}`)
  }
  return account.publishableKey
}

const invalidNext = (message: string): AppError =>
  new AppError('invalid', `next: ${message}`, { issues: [{ path: 'next', message }] })

type ResponseWithNext = {
  next?: { type: string; clientSecret?: string; publishableKey?: string } | null
}

/** Replaces the client secret in a response before it is stored, so that a copied database gives access to no payment. */
export function removeClientSecret(response: Transaction): Transaction {
  const { next } = response as Transaction & ResponseWithNext
  if (next?.clientSecret === undefined) return response
  return { ...response, next: { ...next, clientSecret: SECRET_PLACEHOLDER } } as Transaction
}

/**
 * Restores the client secret in a stored response by requesting it from the processor again.
 * @throws AppError `unavailable` when the processor does not respond.
 */
export async function restoreClientSecret(
  ctx: MerchantCtx,
  keyRow: IdempotencyKeyRow,
): Promise<IdempotencyKeyRow> {
  const { objectId, body } = keyRow
  if (objectId === null || !body?.includes(SECRET_PLACEHOLDER)) return keyRow
  const row = await findTransaction(ctx.db, { merchantId: keyRow.merchantId, key: objectId })
  const secretRequest =
    row && ctx.processors.named(row.processor).clientSecretOf?.(atProcessor(row))
  if (!secretRequest) return keyRow
  const clientSecret = await withTimeLimit(PROCESSOR_TIMEOUT_MS, secretRequest).catch(
    (error: unknown) => {
      ctx.log.warn({ err: error, transaction: objectId }, 'a stored response lacks its secret')
      throw new AppError('unavailable', 'The processor does not respond. Try again in a while.', {
        reason: 'processor_unavailable',
        retryAfterS: 5,
      })
    },
  )
  const response = JSON.parse(body) as Transaction & ResponseWithNext
  return {
    ...keyRow,
    body: JSON.stringify({ ...response, next: { ...response.next, clientSecret } }),
  }
}
