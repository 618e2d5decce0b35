import type { TransactionRow } from '#db/tables.ts'
import type { ScriptStep } from '#server/core/ports/processor.ts'
import type { SecretBox } from '#server/core/secrets/secret-box.ts'
import { toIso } from '#server/shared/day.ts'

/** Time that the processor allows a payer on the merchant's own page. */
const PAYER_TIME_MS = 23 * 60 * 60_000

type PaymentIds = Pick<TransactionRow, 'merchantId' | 'id'>

export type PayerSecret = Pick<ScriptStep, 'clientSecret' | 'publishableKey'>

/** Returns the text that binds an encrypted client secret to its payment. */
const sealContextOf = ({ merchantId, id }: PaymentIds): string =>
  `transactions|payer_secret|${merchantId}|${id}`

/** Encrypts the client secret for the database, where it stays while the payment is open. SECRET_KEY decrypts it. */
export const sealPayerSecret = (
  box: Pick<SecretBox, 'seal'>,
  payment: PaymentIds,
  { clientSecret, publishableKey }: PayerSecret,
): string => box.seal(JSON.stringify({ clientSecret, publishableKey }), sealContextOf(payment))

/** Returns the client secret encrypted with the newest SECRET_KEY; unchanged when it already is. */
export const resealPayerSecret = (box: SecretBox, payment: PaymentIds, sealed: string): string =>
  box.ageOf(sealed) === 'newest'
    ? sealed
    : box.seal(box.open(sealed, sealContextOf(payment)), sealContextOf(payment))

export const scriptStepOf = (
  { createdAt, processor }: Pick<TransactionRow, 'createdAt' | 'processor'>,
  { clientSecret, publishableKey }: PayerSecret,
): ScriptStep => ({
  type: processor,
  clientSecret,
  publishableKey,
  expiresAt: toIso(Date.parse(createdAt) + PAYER_TIME_MS),
})

/** Returns the next step for a script on the merchant's own page; undefined for a payment that continues elsewhere. */
export function openScriptStep(
  box: Pick<SecretBox, 'open'>,
  row: PaymentIds & Pick<TransactionRow, 'createdAt' | 'processor' | 'payerSecret'>,
): ScriptStep | undefined {
  if (!row.payerSecret) return undefined
  return scriptStepOf(row, JSON.parse(box.open(row.payerSecret, sealContextOf(row))) as PayerSecret)
}
