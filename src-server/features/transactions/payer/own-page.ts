import type { IdempotencyKeyRow } from '#db/tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import type { MerchantCtx } from '#server/core/context.ts'
import type { Route } from '#server/core/ports/processor.ts'
import { within } from '#server/core/work/within.ts'
import { findProcessorAccount } from '#server/services/processors/processor-accounts.queries.ts'
import type { NewTransaction } from '../new-transaction.schema.ts'
import { atProcessor } from '../payment-stages.rules.ts'
import { ANSWER_WITHIN_MS } from '../settle/settle-due.ts'
import { findTransaction } from '../transactions.queries.ts'
import type { Transaction } from '../transactions.schema.ts'

/** Placeholder for the client secret in a response that is stored under its Idempotency-Key. */
const KEPT_ELSEWHERE = 'kept-at-the-processor'

/** Returns whether the payer continues on the merchant's own page, with the script of the processor named in `next`. */
export const isForOwnPage = ({ next = 'redirect' }: NewTransaction): boolean => next !== 'redirect'

/**
 * Returns the publishable key for the merchant's own page; null when the payment does not continue there.
 * @throws AppError `invalid` for version 1, or when payments of the method do not go to the processor in `next`.
 */
export async function keyForOwnPage(
  { db, merchant, version, processors }: MerchantCtx,
  input: NewTransaction,
  { accountId, processor }: Route,
): Promise<string | null> {
  if (!isForOwnPage(input)) return null
  if (version !== 'v2') throw refused('only version 2 answers what the payer does next')
  const account =
    accountId === null || processor.name !== input.next
      ? undefined
      : await findProcessorAccount(db, { merchantId: merchant.id, id: accountId })
  if (!account?.publishableKey) {
    const { label } = processors.named(input.next ?? '')
    throw refused(`payments of this method do not go to ${label}`)
  }
  return account.publishableKey
}

const refused = (message: string): AppError =>
  new AppError('invalid', `next: ${message}`, { issues: [{ path: 'next', message }] })

type Step = { next?: { type: string; clientSecret?: string; publishableKey?: string } | null }

/** Replaces the client secret in a response before it is stored, so that a copied database opens no payment. */
export function withoutSecret(answer: Transaction): Transaction {
  const { next } = answer as Transaction & Step
  if (next?.clientSecret === undefined) return answer
  return { ...answer, next: { ...next, clientSecret: KEPT_ELSEWHERE } } as Transaction
}

/**
 * Restores the client secret in a stored response by requesting it from the processor again.
 * @throws AppError `unavailable` when the processor does not respond.
 */
export async function withSecret(
  ctx: MerchantCtx,
  kept: IdempotencyKeyRow,
): Promise<IdempotencyKeyRow> {
  const { objectId, body } = kept
  if (objectId === null || !body?.includes(KEPT_ELSEWHERE)) return kept
  const row = await findTransaction(ctx.db, { merchantId: kept.merchantId, key: objectId })
  const asked = row && ctx.processors.named(row.processor).clientSecretOf?.(atProcessor(row))
  if (!asked) return kept
  const clientSecret = await within(ANSWER_WITHIN_MS, asked).catch((error: unknown) => {
    ctx.log.warn({ err: error, transaction: objectId }, 'a kept answer lacks its secret')
    throw new AppError('unavailable', 'The processor does not answer. Try again in a while.', {
      reason: 'processor_unavailable',
      retryAfterS: 5,
    })
  })
  const answer = JSON.parse(body) as Transaction & Step
  return { ...kept, body: JSON.stringify({ ...answer, next: { ...answer.next, clientSecret } }) }
}
