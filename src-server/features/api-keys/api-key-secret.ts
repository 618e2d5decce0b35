import { randomInt } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 43 characters of 62 hold more than 256 bits. */
const SECRET_LENGTH = 43
const PREFIX = 'sk_test_'
const VISIBLE = PREFIX.length + 4

export function makeSecret(): string {
  let text = PREFIX
  for (let i = 0; i < SECRET_LENGTH; i++) text += alphabet[randomInt(alphabet.length)]
  return text
}

const secretShape = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH}}$`)

export const isSecret = (text: string): boolean => secretShape.test(text)

export const visibleParts = (secret: string): { prefix: string; last4: string } => ({
  prefix: secret.slice(0, VISIBLE),
  last4: secret.slice(-4),
})
