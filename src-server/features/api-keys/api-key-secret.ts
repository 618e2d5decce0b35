import { randomInt } from 'node:crypto'
import { type Mode, modes } from '#server/shared/mode.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Random characters in a key: 43 characters of an alphabet of 62 have more than 256 bits of entropy. */
const SECRET_LENGTH = 43
/** Returns `sk_test_` or `sk_live_`, which shows the key's mode. Both prefixes have the same length. */
const prefixOf = (mode: Mode): string => `sk_${mode}_`
/** Characters at the start of a key that lists show: the prefix and four random characters. */
const VISIBLE_LENGTH = prefixOf('test').length + 4

/** Returns a new random API key, such as `sk_test_…`. */
export function makeSecret(mode: Mode): string {
  let text = prefixOf(mode)
  for (let i = 0; i < SECRET_LENGTH; i++) text += alphabet[randomInt(alphabet.length)]
  return text
}

const secretShape = new RegExp(`^sk_(?:${modes.join('|')})_[0-9A-Za-z]{${SECRET_LENGTH}}$`)

/** Returns whether a text has the form of an API key; such a key need not exist. */
export const isSecret = (text: string): boolean => secretShape.test(text)

/** Returns the start and the last four characters of a key, by which people recognize it in a list. */
export const visibleParts = (secret: string): { prefix: string; last4: string } => ({
  prefix: secret.slice(0, VISIBLE_LENGTH),
  last4: secret.slice(-4),
})
