import type { TransactionRow } from '#db/tables.ts'
import type { ScriptStep } from '#server/core/ports/processor.ts'
import type { SecretBox } from '#server/core/secrets/secret-box.ts'
import { toIso } from '#server/shared/day.ts'

/** As long as the processor waits for a payer at the merchant's own page. */
const WITHIN_MS = 23 * 60 * 60_000

type Place = Pick<TransactionRow, 'merchantId' | 'id'>

export type PayerSecret = Pick<ScriptStep, 'clientSecret' | 'publishableKey'>

const placeOf = ({ merchantId, id }: Place): string =>
  `transactions|payer_secret|${merchantId}|${id}`

/** It lies in the database as long as the payment is open, and opens with SECRET_KEY alone. */
export const sealPayerSecret = (
  box: Pick<SecretBox, 'seal'>,
  place: Place,
  { clientSecret, publishableKey }: PayerSecret,
): string => box.seal(JSON.stringify({ clientSecret, publishableKey }), placeOf(place))

/** The same under the newest key, and itself when it is already. */
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

/** What a page of the merchant's own goes on with; undefined for a payment that goes on elsewhere. */
export function openScriptStep(
  box: Pick<SecretBox, 'open'>,
  row: Place & Pick<TransactionRow, 'createdAt' | 'processor' | 'payerSecret'>,
): ScriptStep | undefined {
  if (!row.payerSecret) return undefined
  return scriptStepOf(row, JSON.parse(box.open(row.payerSecret, placeOf(row))) as PayerSecret)
}
