import type { World } from '#server/core/context.ts'
import type { SecretBox } from '#server/core/secrets/secret-box.ts'
import type { MailLanguage } from '#server/shared/language.ts'

/** Path under which payers find their receipts. */
export const RECEIPT_PATH = '/receipt'

const PLACE = 'receipt page'

/** The payment (`txn_…`) or refund (`ref_…`) of a receipt. */
export type ReceiptOf = { merchantId: string; id: string }

/**
 * Returns the URL of a receipt. The receipt is not stored: the URL contains the ids, encrypted with SECRET_KEY. A
 * copied database therefore opens no receipt, and a person with one URL cannot make another.
 */
export function receiptUrl(
  { config, secretBox }: Pick<World, 'config' | 'secretBox'>,
  { merchantId, id }: ReceiptOf,
  language?: MailLanguage,
): string {
  const token = secretBox.sealAlike(JSON.stringify([merchantId, id]), PLACE)
  const asked = language === undefined ? '' : `?lang=${language}`
  return `${config.appUrl}${RECEIPT_PATH}/${token}${asked}`
}

/** Returns undefined when we did not issue the token, or when its key was removed: the reader's page is the same. */
export function readReceiptToken(
  box: Pick<SecretBox, 'open'>,
  token: string,
): ReceiptOf | undefined {
  try {
    const [merchantId, id] = JSON.parse(box.open(token, PLACE)) as [string, string]
    return { merchantId, id }
  } catch {
    return undefined
  }
}
