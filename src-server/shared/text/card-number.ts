/**
 * Issuers' rules to detect card numbers in free text, which must never be stored or logged. A match needs three things:
 * a known issuer prefix, a length that this issuer uses, and a valid Luhn digit. Phone numbers, ids and order numbers
 * therefore pass.
 */
const issuers: { prefix: RegExp; lengths: readonly number[] }[] = [
  { prefix: /^4/, lengths: [13, 16, 19] },
  { prefix: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  { prefix: /^3[47]/, lengths: [15] },
  { prefix: /^(?:6011|64[4-9]|65)/, lengths: [16, 17, 18, 19] },
  { prefix: /^(?:30[0-5]|3[689])/, lengths: [14, 15, 16, 17, 18, 19] },
  { prefix: /^35(?:2[89]|[3-8])/, lengths: [16, 17, 18, 19] },
  { prefix: /^62/, lengths: [16, 17, 18, 19] },
  { prefix: /^(?:5018|5020|5038|5893|6304|6759|676[1-3])/, lengths: [13, 14, 15, 16, 17, 18, 19] },
]

/** Digits of the shortest card number. */
const MIN_DIGITS = 13

function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i])
    const doubled = i % 2 === 0 ? digit : digit * 2
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

function isCardNumber(digits: string): boolean {
  if (digits.length < MIN_DIGITS || digits.length > 19) return false
  const isKnownIssuer = issuers.some(
    ({ prefix, lengths }) => prefix.test(digits) && lengths.includes(digits.length),
  )
  return isKnownIssuer && passesLuhn(digits)
}

const isDigit = (code: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(code))

/** Returns the ASCII digit of a digit in any script. Every script has its ten digits in a row, beginning with zero. */
function digitOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  let zero = code
  while (isDigit(zero - 1)) zero--
  return String((code - zero) % 10)
}

/** Converts the digits of every script to ASCII. NFKC does so for digits that differ only in width or style. */
const withPlainDigits = (text: string): string =>
  text.normalize('NFKC').replaceAll(/(?!\d)\p{Nd}/gu, digitOf)

/** Matches digits, also in groups separated by common separators or invisible characters. */
const digitRun = /\d+(?:[\s\p{Pd}\p{Cf}.]{1,3}\d+)*/gu

/**
 * Matches ids that programs make: a UUID with at least one letter, or 24 or more hexadecimal digits with letters in at
 * least two places. Four of 10,000 random UUIDs contain digits that pass for a card number, and a shop's order must not
 * be refused by chance. A month after a card number, such as `dec2028`, has letters in one place only.
 */
const randomId =
  /(?<![a-z\d])(?:(?=[\d-]*[a-f])[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|(?=\d*[a-f]+\d+[a-f])[\da-f]{24,})(?![a-z\d])/giu

/** More digits than any single character has when it is written in ASCII: `⅒` is 1/10. */
const DIGITS_OF_OTHERS = 4
const ZERO = 48
const NINE = 57
const LAST_ASCII = 127

/** Returns whether a text may have the digits of a card number. Most texts have fewer, and need no further search. */
function mayHoldDigits(text: string): boolean {
  let digits = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > LAST_ASCII) digits += DIGITS_OF_OTHERS
    else if (code >= ZERO && code <= NINE) digits++
    if (digits >= MIN_DIGITS) return true
  }
  return false
}

/** Returns true when the text contains a card number, written together or in groups, outside a random id. */
export function holdsCardNumber(text: string): boolean {
  if (!mayHoldDigits(text)) return false
  const searched = withPlainDigits(text).replaceAll(randomId, 'id')
  for (const [run] of searched.matchAll(digitRun)) {
    const groups = run.split(/\D+/)
    for (let from = 0; from < groups.length; from++) {
      let digits = ''
      for (let to = from; to < groups.length && digits.length <= 19; to++) {
        digits += groups[to]
        if (isCardNumber(digits)) return true
      }
    }
  }
  return false
}
