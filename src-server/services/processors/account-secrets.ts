import type { ProcessorAccountRow } from '#db/tables/refund-tables.ts'
import type { SecretBox } from '#server/core/secrets/secret-box.ts'

/** The columns of an account that lie sealed. */
export const accountSecrets = ['secretKey', 'webhookSecret', 'formerWebhookSecret'] as const
export type AccountSecret = (typeof accountSecrets)[number]

type Place = Pick<ProcessorAccountRow, 'merchantId' | 'id'>

/** A secret that was the newest opens in the place of the former one, so both have one place. */
const placeOf = ({ merchantId, id }: Place, column: AccountSecret): string =>
  `processor_accounts|${column === 'secretKey' ? 'secret_key' : 'webhook_secret'}|${merchantId}|${id}`

export const sealSecret = (
  box: Pick<SecretBox, 'seal'>,
  place: Place,
  { column, plain }: { column: AccountSecret; plain: string },
): string => box.seal(plain, placeOf(place, column))

/** @throws when there is none, or it was sealed elsewhere or with a key that is gone. */
export function openSecret(
  box: Pick<SecretBox, 'open'>,
  account: Place & Pick<ProcessorAccountRow, AccountSecret>,
  column: AccountSecret,
): string {
  const sealed = account[column]
  if (sealed === null) throw new Error('an account of a processor has no such secret')
  return box.open(sealed, placeOf(account, column))
}

/** The same under the newest key, and itself when it is already. */
export function resealedSecret(
  box: SecretBox,
  account: Place & Pick<ProcessorAccountRow, AccountSecret>,
  column: AccountSecret,
): string {
  const plain = openSecret(box, account, column)
  const sealed = account[column]
  return sealed !== null && box.ageOf(sealed) === 'newest'
    ? sealed
    : box.seal(plain, placeOf(account, column))
}
