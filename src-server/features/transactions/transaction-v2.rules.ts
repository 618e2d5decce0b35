import type { TransactionRow } from '#db/tables.ts'
import type { NextStep } from '#server/core/ports/processor.ts'
import { metadataOf } from '#server/shared/metadata.ts'
import { Currency, decimalFromMinor, type Minor } from '#server/shared/money/money.ts'
import { stageOf } from './payment-stages.rules.ts'
import type { RefundState, TransactionV2 } from './transaction-v2.schema.ts'
import { transactionOf } from './transactions.rules.ts'
import { usedMethodOf } from './used-method.rules.ts'

/** Fees and net amount of a payment in its settlement currency. */
export type SettledAmounts = { fee: Minor; net: Minor; currency: string }

export const refundStateOf = (
  row: Pick<TransactionRow, 'amount' | 'amountRefunded' | 'amountRefunding'>,
): RefundState => {
  const refunded = row.amountRefunded ?? 0
  if ((row.amountRefunding ?? 0) > 0) return 'pending'
  if (refunded === 0) return 'none'
  return refunded < row.amount ? 'partial' : 'full'
}

/** Returns the row as version 2 shows it. Its keys follow the keys of version 1, in a fixed order. */
export const transactionV2Of = (
  row: TransactionRow,
  next: NextStep | null,
  settled?: SettledAmounts,
): TransactionV2 => ({
  ...transactionOf(row),
  stage: stageOf(row),
  next,
  amounts: {
    // A partial capture reduces `amount`.
    asked: decimalFromMinor(row.amountAuthorized ?? row.amount),
    authorized: row.amountAuthorized ? decimalFromMinor(row.amountAuthorized) : null,
    captured: decimalFromMinor(row.status === 'success' ? row.amount : 0),
    refunding: decimalFromMinor(row.amountRefunding ?? 0),
    refunded: decimalFromMinor(row.amountRefunded ?? 0),
    disputed: decimalFromMinor(row.amountDisputed ?? 0),
    fee: settled ? decimalFromMinor(settled.fee) : null,
    net: settled ? decimalFromMinor(settled.net) : null,
    settlementCurrency:
      settled && settled.currency !== row.currency ? Currency.parse(settled.currency) : null,
  },
  refundState: refundStateOf(row),
  disputeState: row.disputeState ?? 'none',
  captureMethod: row.captureMethod ?? 'automatic',
  captureBefore: stageOf(row) === 'authorized' ? (row.captureBefore ?? null) : null,
  processor: row.processor,
  method: usedMethodOf(row),
  metadata: metadataOf(row),
  importedAt: row.importedAt ?? null,
  reference: row.orderReference ?? null,
  locale: row.locale ?? null,
  expiresAt: row.expiresAt ?? null,
})
