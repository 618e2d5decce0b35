import type { World } from '#server/core/context.ts'
import type { SecretBox } from '#server/core/secrets/secret-box.ts'
import type { MailLanguage } from '#server/shared/language.ts'

/** Path under which payers find their receipts. */
export const RECEIPT_PATH = '/receipt'

const SEAL_CONTEXT = 'receipt page'

/** The payment (`txn_…`) or refund (`ref_…`) of a receipt. */
export type ReceiptSubject = { merchantId: string; id: string }

/**
 * Returns the URL of a receipt. The receipt is not stored: the URL contains the ids, encrypted with SECRET_KEY. A
 * copied database therefore opens no receipt, and a person with one URL cannot make another.
 */
export function receiptUrl(
  { config, secretBox }: Pick<World, 'config' | 'secretBox'>,
  { merchantId, id }: ReceiptSubject,
  language?: MailLanguage,
): string {
  const token = secretBox.sealAlike(JSON.stringify([merchantId, id]), SEAL_CONTEXT)
  const query = language === undefined ? '' : `?lang=${language}`
  return `${config.appUrl}${RECEIPT_PATH}/${token}${query}`
}

/** Returns undefined when Incasso did not issue the token, or removed its encryption key: both show the same page. */
export function readReceiptToken(
  box: Pick<SecretBox, 'open'>,
  token: string,
): ReceiptSubject | undefined {
  try {
    const [merchantId, id] = JSON.parse(box.open(token, SEAL_CONTEXT)) as [string, string]
    return { merchantId, id }
  } catch {
    return undefined
  }
}
