import { randomInt } from 'node:crypto'

/** Prefix and length for every card issuer that the product knows. */
const issuers: readonly (readonly [string, number])[] = [
  ['4', 13],
  ['4', 16],
  ['4', 19],
  ['51', 16],
  ['55', 16],
  ['2221', 16],
  ['2720', 16],
  ['34', 15],
  ['37', 15],
  ['6011', 16],
  ['6445', 17],
  ['65', 19],
  ['300', 14],
  ['36', 14],
  ['38', 19],
  ['3528', 16],
  ['3589', 18],
  ['62', 16],
  ['62', 19],
  ['5018', 13],
  ['6759', 18],
  ['6304', 19],
]

/** Appends the check digit (ISO/IEC 7812). */
function withCheckDigit(digits: string): string {
  const sum = [...digits].toReversed().reduce((total, digit, at) => {
    const value = at % 2 === 0 ? Number(digit) * 2 : Number(digit)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** Returns this many different card numbers, cycling through the issuers. */
export function cardNumbers(count: number): string[] {
  const generated = new Set<string>()
  while (generated.size < count) {
    const [prefix, length] = issuers[generated.size % issuers.length] ?? ['4', 16]
    const missing = Array.from({ length: length - prefix.length - 1 }, () => randomInt(10))
    generated.add(withCheckDigit(prefix + missing.join('')))
  }
  return [...generated]
}

const groupDigits = (digits: string, separator: string) =>
  digits.match(/.{1,4}/g)?.join(separator) ?? ''

const replaceDigits = (digits: string, zero: string) =>
  [...digits]
    .map((digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)))
    .join('')

/** Spellings of card numbers that people use. */
export const spellings: readonly ((digits: string) => string)[] = [
  (digits) => digits,
  (digits) => groupDigits(digits, ' '),
  (digits) => groupDigits(digits, '-'),
  (digits) => groupDigits(digits, '.'),
  (digits) => groupDigits(digits, '\u00a0'),
  (digits) => groupDigits(digits, '\u202f'),
  (digits) => groupDigits(digits, ' - '),
  (digits) => groupDigits(digits, '–'),
  (digits) => groupDigits(digits, '\u200b'),
  (digits) => replaceDigits(digits, '０'),
  (digits) => replaceDigits(digits, '٠'),
  (digits) => `card ${digits}, thanks`,
  (digits) => `No.${groupDigits(digits, ' ')} exp 12/29`,
]

/** Replaces full-width and Arabic-Indic digits by ASCII digits. */
const plainDigits = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/[٠-٩]/g, (digit) => String((digit.codePointAt(0) ?? 0) - 0x660))

const LENGTHS = [13, 14, 15, 16, 17, 18, 19]

/** Returns the given card numbers that a text contains, in any spelling. */
export function cardNumbersIn(text: string, numbers: ReadonlySet<string>): string[] {
  const plain = plainDigits(text).replaceAll('%20', ' ')
  const found = new Set<string>()
  for (const [run] of plain.matchAll(/\d(?:[\s\p{Cf}\p{Pd}.]{0,3}\d){12,}/gu)) {
    const digits = run.replaceAll(/\D/g, '')
    for (let from = 0; from + 13 <= digits.length; from++) {
      for (const length of LENGTHS) {
        const part = digits.slice(from, from + length)
        if (numbers.has(part)) found.add(part)
      }
    }
  }
  return [...found]
}
