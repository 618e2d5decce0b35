import type { TransactionRow } from '#db/tables.ts'
import type { ScriptStep } from '#server/core/ports/processor.ts'
import type { SecretBox } from '#server/core/secrets/secret-box.ts'
import { toIso } from '#server/shared/day.ts'

/** Time that the processor allows a payer on the merchant's own page. */
const WITHIN_MS = 23 * 60 * 60_000

type Place = Pick<TransactionRow, 'merchantId' | 'id'>

export type PayerSecret = Pick<ScriptStep, 'clientSecret' | 'publishableKey'>

const placeOf = ({ merchantId, id }: Place): string =>
  `transactions|payer_secret|${merchantId}|${id}`

/** Seals the client secret for the database. It is stored while the payment is open; only SECRET_KEY opens it. */
export const sealPayerSecret = (
  box: Pick<SecretBox, 'seal'>,
  place: Place,
  { clientSecret, publishableKey }: PayerSecret,
): string => box.seal(JSON.stringify({ clientSecret, publishableKey }), placeOf(place))

/** Returns the secret sealed under the newest key; unchanged when it already is. */
export const resealedPayerSecret = (box: SecretBox, place: Place, sealed: string): string =>
  box.ageOf(sealed) === 'newest'
    ? sealed
    : box.seal(box.open(sealed, placeOf(place)), placeOf(place))

export const scriptStepOf = (
  { createdAt, processor }: Pick<TransactionRow, 'createdAt' | 'processor'>,
  { clientSecret, publishableKey }: PayerSecret,
): ScriptStep => ({
  type: processor,
  clientSecret,
  publishableKey,
  expiresAt: toIso(Date.parse(createdAt) + WITHIN_MS),
})

/** Returns the next step for a script on the merchant's own page; undefined for a payment that continues elsewhere. */
export function openScriptStep(
  box: Pick<SecretBox, 'open'>,
  row: Place & Pick<TransactionRow, 'createdAt' | 'processor' | 'payerSecret'>,
): ScriptStep | undefined {
  if (!row.payerSecret) return undefined
  return scriptStepOf(row, JSON.parse(box.open(row.payerSecret, placeOf(row))) as PayerSecret)
}
