import type { SecretBox } from '#server/core/secrets/secret-box.ts'

/** Bodies of a mail. */
export type MailPart = 'text' | 'html'

const sealContextOf = (id: string, part: MailPart) => `mails|${part}|${id}`

/** Encrypts a body: its links open accounts, and a copy of the database must not reveal them. */
export const sealPart = (box: SecretBox, id: string, part: MailPart, plain: string): string =>
  box.seal(plain, sealContextOf(id, part))

/** Decrypts a body that `sealPart` encrypted. Throws when its key was removed or the text was changed. */
export const openPart = (box: SecretBox, id: string, part: MailPart, sealed: string): string =>
  box.open(sealed, sealContextOf(id, part))

/** Returns the body encrypted with the newest key, unchanged when it already is. Throws when decryption fails. */
export function resealPart(box: SecretBox, id: string, part: MailPart, sealed: string): string {
  const plain = openPart(box, id, part, sealed)
  return box.ageOf(sealed) === 'newest' ? sealed : sealPart(box, id, part, plain)
}
