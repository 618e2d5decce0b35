import type { TransactionRow } from '#db/tables.ts'
import type { ScriptStep } from '#server/core/ports/processor.ts'
import type { SecretBox } from '#server/core/secrets/secret-box.ts'
import { toIso } from '#server/shared/day.ts'

/** Time that the processor allows a payer on the merchant's own page. */
const PAYER_TIME_MS = 23 * 60 * 60_000

type PaymentKey = Pick<TransactionRow, 'merchantId' | 'id'>

export type PayerSecret = Pick<ScriptStep, 'clientSecret' | 'publishableKey'>

const sealContextOf = ({ merchantId, id }: PaymentKey): string =>
  `transactions|payer_secret|${merchantId}|${id}`

/** Seals the client secret for the database. It is stored while the payment is open; only SECRET_KEY opens it. */
export const sealPayerSecret = (
  box: Pick<SecretBox, 'seal'>,
  paymentKey: PaymentKey,
  { clientSecret, publishableKey }: PayerSecret,
): string => box.seal(JSON.stringify({ clientSecret, publishableKey }), sealContextOf(paymentKey))

/** Returns the secret sealed under the newest key; unchanged when it already is. */
export const resealPayerSecret = (
  box: SecretBox,
  paymentKey: PaymentKey,
  sealed: string,
): string =>
  box.ageOf(sealed) === 'newest'
    ? sealed
    : box.seal(box.open(sealed, sealContextOf(paymentKey)), sealContextOf(paymentKey))

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
  row: PaymentKey & Pick<TransactionRow, 'createdAt' | 'processor' | 'payerSecret'>,
): ScriptStep | undefined {
  if (!row.payerSecret) return undefined
  return scriptStepOf(row, JSON.parse(box.open(row.payerSecret, sealContextOf(row))) as PayerSecret)
}
