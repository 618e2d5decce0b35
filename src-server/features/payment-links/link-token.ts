import { randomBytes } from 'node:crypto'
import type { PaymentLinkRow } from '#db/tables/link-tables.ts'
import type { SecretBox } from '#server/core/secrets/secret-box.ts'

/** Path under which payers find a link's page. */
export const PAY_PATH = '/pay'

/** Returns 128 random bits as 22 characters, which cannot be guessed. */
export const newLinkToken = (): string => randomBytes(16).toString('base64url')

export const isLinkToken = (text: string): boolean => /^[\w-]{22}$/.test(text)

export const payUrl = (appUrl: string, token: string): string => `${appUrl}${PAY_PATH}/${token}`

type LinkKey = Pick<PaymentLinkRow, 'merchantId' | 'id'>

/** Returns the text that binds an encrypted token to its link. */
const sealContextOf = ({ merchantId, id }: LinkKey): string =>
  `payment_links|token|${merchantId}|${id}`

export const sealLinkToken = (
  box: Pick<SecretBox, 'seal'>,
  linkKey: LinkKey,
  token: string,
): string => box.seal(token, sealContextOf(linkKey))

/** Decrypts a link's token. Throws when it was encrypted for another link, or with an encryption key that was removed. */
export const openLinkToken = (
  box: Pick<SecretBox, 'open'>,
  link: LinkKey & Pick<PaymentLinkRow, 'token'>,
): string => box.open(link.token, sealContextOf(link))

/** Returns the token encrypted with the newest encryption key; unchanged when it already is. */
export function resealLinkToken(
  box: SecretBox,
  link: LinkKey & Pick<PaymentLinkRow, 'token'>,
): string {
  const token = openLinkToken(box, link)
  return box.ageOf(link.token) === 'newest' ? link.token : sealLinkToken(box, link, token)
}
