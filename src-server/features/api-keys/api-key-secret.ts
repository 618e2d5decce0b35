import { randomInt } from 'node:crypto'
import { type Book, books } from '#server/shared/book.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Random characters in a key: 43 characters of an alphabet of 62 have more than 256 bits of entropy. */
const SECRET_LENGTH = 43
/** Returns `sk_test_` or `sk_live_`, which shows the key's mode. Both prefixes have the same length. */
const prefixOf = (book: Book): string => `sk_${book}_`
/** Characters at the start of a key that lists show: the prefix and four random characters. */
const VISIBLE = prefixOf('test').length + 4

/** Returns a new random API key, such as `sk_test_…`. */
export function makeSecret(book: Book): string {
  let text = prefixOf(book)
  for (let i = 0; i < SECRET_LENGTH; i++) text += alphabet[randomInt(alphabet.length)]
  return text
}

const secretShape = new RegExp(`^sk_(?:${books.join('|')})_[0-9A-Za-z]{${SECRET_LENGTH}}$`)

/** Returns whether a text has the form of an API key; such a key need not exist. */
export const isSecret = (text: string): boolean => secretShape.test(text)

/** Returns the start and the last four characters of a key, by which people recognize it in a list. */
export const visibleParts = (secret: string): { prefix: string; last4: string } => ({
  prefix: secret.slice(0, VISIBLE),
  last4: secret.slice(-4),
})
