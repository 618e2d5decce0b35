import type { TransactionRow } from '#db/tables.ts'
import type { World } from '#server/core/context.ts'
import type { EndedPayment } from '#server/core/ports/payment-consequence.ts'
import { SEALED_REF_PREFIX } from '#server/services/processors/sealed-refs.ts'
import { toIso } from '#server/shared/day.ts'
import { findTransactionToChange } from '../transactions.queries.ts'
import { insertLateCapture } from './late-captures.queries.ts'

/**
 * Stores that a processor took the money of a payment that had failed or was cancelled before. The payment stays as it
 * is, since an outcome is final: an owner refunds the money. Does nothing for other outcomes.
 */
export async function recordLateCapture(
  { db, dialect, now, log, publishChange }: World,
  payment: Pick<TransactionRow, 'merchantId' | 'id'>,
  outcome: EndedPayment['outcome'],
): Promise<void> {
  if (outcome.stage !== 'succeeded') return
  const row = await findTransactionToChange(db, dialect, payment)
  if (row?.status !== 'failed') return
  const { merchantId, id: transactionId, processor } = row
  // An encrypted id can be decrypted only for the payment's column `processor_ref`, but `ref` is shown and logged.
  const plainRef = row.processorRef?.startsWith(SEALED_REF_PREFIX) ? null : row.processorRef
  const ref = outcome.ref ?? plainRef ?? null
  const amount = outcome.amount ?? row.amount
  const isNew = await insertLateCapture(db, {
    merchantId,
    transactionId,
    ref,
    amount,
    notedAt: toIso(now()),
  })
  if (!isNew) return
  log.error(
    { merchantId, transaction: transactionId, processor, ref, amount },
    'a processor took the money of a payment that had ended',
  )
  publishChange({ merchantId, type: 'transaction', action: 'changed', objectId: transactionId })
}
