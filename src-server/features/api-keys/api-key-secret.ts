import { randomInt } from 'node:crypto'
import { type Book, books } from '#server/shared/book.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 43 random characters of 62 have more than 256 bits of entropy. */
const SECRET_LENGTH = 43
/** The prefix shows whether a key is for the test or the live book. Both prefixes have the same length. */
const prefixOf = (book: Book): string => `sk_${book}_`
const VISIBLE = prefixOf('test').length + 4

export function makeSecret(book: Book): string {
  let text = prefixOf(book)
  for (let i = 0; i < SECRET_LENGTH; i++) text += alphabet[randomInt(alphabet.length)]
  return text
}

const secretShape = new RegExp(`^sk_(?:${books.join('|')})_[0-9A-Za-z]{${SECRET_LENGTH}}$`)

export const isSecret = (text: string): boolean => secretShape.test(text)

export const visibleParts = (secret: string): { prefix: string; last4: string } => ({
  prefix: secret.slice(0, VISIBLE),
  last4: secret.slice(-4),
})
