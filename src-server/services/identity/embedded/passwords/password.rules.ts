import { commonWords } from './common-passwords.rules.ts'

export const MIN_PASSWORD = 8
export const MAX_PASSWORD = 128

const PRODUCT = 'incasso'

/** Rows of the usual keyboards, and columns as fingers walk them. */
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
 * Whether the password is among the first that a guessing attacker would try. What remains says
 * nothing of digits or capitals: length is what makes a password good.
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
    containsOwnAddress(plain, email)
  )
}

/** Up to four signs again and again: `aaaaaaaa`, `abcabcabca`. */
function isRepetition(plain: string): boolean {
  for (let unit = 1; unit <= 4; unit++) {
    const whole = plain.slice(0, unit).repeat(Math.ceil(plain.length / unit))
    if (whole.startsWith(plain)) return true
  }
  return false
}

const MIN_STEPS = 3

/** Made of few walks along the keyboard, the digits or the alphabet, such as `123456789` or `qwerasdf`. */
function isWalk(plain: string): boolean {
  let rest = plain
  for (let count = 0; rest !== ''; count++) {
    const length = longestWalk(rest)
    if (length < MIN_STEPS || count === 3) return false
    rest = rest.slice(length)
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

/** The letters of all signs, without what people put before and after a word to please a form. */
function isCommonWord(plain: string): boolean {
  const bare = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const candidates = [plain, bare, withoutEnds(plain)].flatMap((text) => [
    text,
    withoutLeet(text),
    withoutLeet(text).replace(/i/g, 'l'),
  ])
  return candidates.some((text) => isWords(text))
}

/** Digits of a year and a sign at the end go, a sign that stands for a letter in the middle stays. */
const withoutEnds = (plain: string): string => plain.replace(/[\d\W_]{1,6}$/u, '')

/** One common word, or the same one twice. */
function isWords(text: string): boolean {
  if (commonWords.has(text)) return true
  const half = text.slice(0, text.length / 2)
  return text.length % 2 === 0 && half + half === text && commonWords.has(half)
}

const MIN_NAME = 4

function containsOwnAddress(plain: string, email: string | undefined): boolean {
  const address = email?.toLowerCase() ?? ''
  const [name = ''] = address.split('@')
  return name.length >= MIN_NAME && plain.includes(name)
}
