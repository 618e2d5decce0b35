import type { ProcessorAccountRow } from '#db/tables/refund-tables.ts'
import type { SecretBox } from '#server/core/secrets/secret-box.ts'

/** Columns of an account that are stored encrypted. */
export const accountSecrets = ['secretKey', 'webhookSecret', 'formerWebhookSecret'] as const
export type AccountSecret = (typeof accountSecrets)[number]

type AccountKey = Pick<ProcessorAccountRow, 'merchantId' | 'id'>

/**
 * Returns the text that binds an encrypted secret to its account, so that it cannot be decrypted as another account's
 * secret. Both webhook secrets share one text, so that the newest secret can become the former secret without being
 * encrypted again.
 */
const sealContextOf = ({ merchantId, id }: AccountKey, column: AccountSecret): string =>
  `processor_accounts|${column === 'secretKey' ? 'secret_key' : 'webhook_secret'}|${merchantId}|${id}`

/** Encrypts a secret of an account, for one of the account's columns. */
export const sealSecret = (
  box: Pick<SecretBox, 'seal'>,
  accountKey: AccountKey,
  { column, plain }: { column: AccountSecret; plain: string },
): string => box.seal(plain, sealContextOf(accountKey, column))

/**
 * Decrypts a secret of an account.
 * @throws when the account has no such secret, or when it was encrypted for another account or column, or with a
 * removed key.
 */
export function openSecret(
  box: Pick<SecretBox, 'open'>,
  account: AccountKey & Pick<ProcessorAccountRow, AccountSecret>,
  column: AccountSecret,
): string {
  const sealed = account[column]
  if (sealed === null) throw new Error('an account of a processor has no such secret')
  return box.open(sealed, sealContextOf(account, column))
}

/** Returns the secret encrypted with the newest key, unchanged if it already is. */
export function resealSecret(
  box: SecretBox,
  account: AccountKey & Pick<ProcessorAccountRow, AccountSecret>,
  column: AccountSecret,
): string {
  const plain = openSecret(box, account, column)
  const sealed = account[column]
  return sealed !== null && box.ageOf(sealed) === 'newest'
    ? sealed
    : box.seal(plain, sealContextOf(account, column))
}
