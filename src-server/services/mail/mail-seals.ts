import type { SecretBox } from '#server/core/secrets/secret-box.ts'

/** The two bodies of a mail. */
export type MailPart = 'text' | 'html'

const placeOf = (id: string, part: MailPart) => `mails|${part}|${id}`

/** Links in mails open accounts: whoever copies the database must not read them. */
export const sealPart = (box: SecretBox, id: string, part: MailPart, plain: string): string =>
  box.seal(plain, placeOf(id, part))

export const openPart = (box: SecretBox, id: string, part: MailPart, sealed: string): string =>
  box.open(sealed, placeOf(id, part))

/** The same words under the newest key, and themselves when they are already. Throws when they do not open. */
export function resealedPart(box: SecretBox, id: string, part: MailPart, sealed: string): string {
  const plain = openPart(box, id, part, sealed)
  return box.ageOf(sealed) === 'newest' ? sealed : sealPart(box, id, part, plain)
}
