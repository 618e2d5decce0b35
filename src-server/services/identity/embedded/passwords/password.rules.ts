import { commonWords } from './common-passwords.rules.ts'

/** Shortest and longest password, in characters. */
export const MIN_PASSWORD = 8
export const MAX_PASSWORD = 128

const PRODUCT = 'incasso'

/** Sequences along the rows and columns of common keyboards, the digits and the alphabet. */
const walks = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'qsdfghjklm',
  'zxcvbnm',
  'yxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'qawsedrftgyhujikolp',
  'a1b2c3d4e5f6g7h8i9',
  '1a2b3c4d5e6f7g8h9i',
]
const paths = walks.flatMap((walk) => [walk, [...walk].toReversed().join('')])

/**
 * Returns whether a password is among the first that an attacker would guess. Other passwords need no digits or
 * capitals: length makes a password good.
 */
export function isTooCommon(password: string, email?: string): boolean {
  const plain = password.toLowerCase().normalize('NFKC')
  const letters = withoutLeet(plain)
  return (
    isRepetition(plain) ||
    isWalk(plain) ||
    isCommonWord(plain) ||
    plain.includes(PRODUCT) ||
    letters.includes(PRODUCT) ||
    containsEmailName(plain, email)
  )
}

/** Returns whether up to four characters repeat: `aaaaaaaa`, `abcabcabca`. */
function isRepetition(plain: string): boolean {
  for (let unit = 1; unit <= 4; unit++) {
    const whole = plain.slice(0, unit).repeat(Math.ceil(plain.length / unit))
    if (whole.startsWith(plain)) return true
  }
  return false
}

const MIN_STEPS = 3

/** Returns whether at most three walks along the keyboard, digits or alphabet form it: `123456789`, `qwerasdf`. */
function isWalk(plain: string): boolean {
  let remaining = plain
  for (let count = 0; remaining !== ''; count++) {
    const length = longestWalk(remaining)
    if (length < MIN_STEPS || count === 3) return false
    remaining = remaining.slice(length)
  }
  return true
}

function longestWalk(text: string): number {
  for (let length = text.length; length >= MIN_STEPS; length--) {
    const start = text.slice(0, length)
    if (paths.some((path) => path.includes(start)) || /^(.)\1+$/su.test(start)) return length
  }
  return 0
}

const leet: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '€': 'e',
}

const withoutLeet = (plain: string): string =>
  plain.replace(/[0134578@$!€]/gu, (sign) => leet[sign] ?? sign)

/** Returns whether it is a common word, with symbols read as letters and without padding before or after. */
function isCommonWord(plain: string): boolean {
  const trimmed = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const candidates = [plain, trimmed, withoutSuffix(plain)].flatMap((text) => [
    text,
    withoutLeet(text),
    withoutLeet(text).replace(/i/g, 'l'),
  ])
  return candidates.some((text) => isWords(text))
}

/** Drops up to six digits and symbols at the end, such as a year; a symbol in the middle may be a letter. */
const withoutSuffix = (plain: string): string => plain.replace(/[\d\W_]{1,6}$/u, '')

/** Returns whether the text is a common word, or the same one twice. */
function isWords(text: string): boolean {
  if (commonWords.has(text)) return true
  const half = text.slice(0, text.length / 2)
  return text.length % 2 === 0 && half + half === text && commonWords.has(half)
}

const MIN_NAME = 4

function containsEmailName(plain: string, email: string | undefined): boolean {
  const address = email?.toLowerCase() ?? ''
  const [name = ''] = address.split('@')
  return name.length >= MIN_NAME && plain.includes(name)
}
