import type { World } from '#server/core/context.ts'
import type { SecretBox } from '#server/core/secrets/secret-box.ts'
import type { MailLanguage } from '#server/shared/language.ts'

/** Under which payers find their receipts. */
export const RECEIPT_PATH = '/receipt'

const PLACE = 'receipt page'

/** Of which payment (`txn_…`) or refund (`ref_…`) it is. */
export type ReceiptOf = { merchantId: string; id: string }

/**
 * Where a receipt is read. Nothing of it is stored: its address holds the names, sealed with SECRET_KEY, so a copied
 * database opens none, and those who know one cannot make another.
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

/** Undefined when we have not sealed it, or with a key that is gone: to whoever opens it both are the same. */
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
