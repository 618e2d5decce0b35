import type { Db, TransactionRow } from '#db/tables.ts'
import { findProcessorAccount } from '#server/services/processors/processor-accounts.queries.ts'
import { TRANSFER } from '#server/services/processors/transfer/transfer.ts'
import { referenceOfPayment } from '#server/shared/money/creditor-reference.ts'

/** Bank account and reference for a payer's transfer. IBAN and reference contain no spaces. */
export type TransferDetails = { holder: string; iban: string; reference: string }

type TransferPayment = Pick<
  TransactionRow,
  'merchantId' | 'processor' | 'processorAccountId' | 'transactionId'
>

/**
 * Returns the bank account that the payment names, even when the merchant has replaced it since. Returns null for a
 * payment that is not a transfer to the merchant's own account.
 */
export async function findTransferDetails(
  db: Db,
  { merchantId, processor, processorAccountId: id, transactionId }: TransferPayment,
): Promise<TransferDetails | null> {
  if (processor !== TRANSFER || !id) return null
  const account = await findProcessorAccount(db, { merchantId, id })
  if (!account?.bankAccount || !account.bankHolder) return null
  const reference = referenceOfPayment(transactionId)
  return { holder: account.bankHolder, iban: account.bankAccount, reference }
}
