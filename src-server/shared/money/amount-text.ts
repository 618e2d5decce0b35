import { rulesOf } from './currencies.ts'
import { numberInSearch, separateCurrency } from './currency-signs.ts'
import { type Currency, decimalFromMinor, MAX_MINOR } from './money.ts'

/** Reason for which a text is not an amount. */
export type AmountRefusal =
  | 'shape'
  | 'decimals'
  /** A fraction in a currency without a smaller unit. */
  | 'fraction'
  /** A thousandth; amounts have at most hundredths. */
  | 'thousandth'
  | 'foreign_digits'
  | 'negative'
  | 'zero'
  | 'too_large'
  | 'two_currencies'

/** Meaning of a text that a person typed or pasted. Amounts are decimal texts with two places. */
export type AmountReading =
  | { kind: 'blank' }
  | { kind: 'amount'; amount: string; currency: Currency | undefined }
  /** "1,234" means more than a thousand in some countries and a little over one in other countries. */
  | { kind: 'ambiguous'; amounts: [string, string]; currency: Currency | undefined }
  | { kind: 'refused'; reason: AmountRefusal }

/** The digits before and after the decimal separator. */
type Numeral = { whole: string; fraction: string }

const SPACES = ' \u00a0\u2009\u202f'
const APOSTROPHES = "'’ʼ"

// Each entry: the sign that groups thousands, and the possible decimal separators. A number uses only one grouping
// sign.
const styles = [
  [',', '.'],
  ['.', ','],
  ...[...SPACES, ...APOSTROPHES].map((sign) => [sign, '.,'] as const),
] as const

const grouped = styles.map(
  ([group, point]) => new RegExp(`^([1-9]\\d{0,2}(?:[${group}]\\d{3})+)(?:[${point}](\\d+))?$`),
)
const ungrouped = [/^(\d+)(?:[.,](\d+))?$/, /^()[.,](\d+)$/]

/** Returns every reading of the digits: two when a single separator precedes three digits. */
function numeralsOf(text: string): Numeral[] {
  const numerals: Numeral[] = []
  for (const pattern of [...grouped, ...ungrouped]) {
    const [, whole, fraction = ''] = pattern.exec(text) ?? []
    if (whole === undefined) continue
    numerals.push({ whole: whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '') || '0', fraction })
  }
  return numerals
}

/** Returns minor units, rounded at the third decimal; undefined above the limit. */
function minorOf({ whole, fraction }: Numeral, limit: number): number | undefined {
  if (whole.length > MAX_WHOLE) return undefined
  const cents = Number(fraction.slice(0, 2).padEnd(2, '0'))
  const minor = Number(whole) * 100 + cents + ((fraction[2] ?? '0') >= '5' ? 1 : 0)
  return minor <= limit ? minor : undefined
}

const MAX_WHOLE = String(MAX_MINOR).length - 2

/** Returns the readings that are possible in a currency: yen have no fraction, so "1.200" means 1200 yen. */
function possibleIn(numerals: Numeral[], currency: Currency | undefined): Numeral[] {
  if (!currency || rulesOf(currency).digits > 0) return numerals
  return numerals.filter(({ fraction }) => /^0{0,2}$/.test(fraction))
}

/**
 * Returns the reason when there are too many decimals, otherwise undefined. Dinars are printed with three, as in
 * "1.230".
 */
function decimalsRefusal({ fraction }: Numeral, currency: Currency | undefined) {
  if (fraction.length <= 2) return undefined
  if (!currency || rulesOf(currency).digits < 3) return 'decimals'
  return /^\d\d0$/.test(fraction) ? undefined : 'thousandth'
}

/**
 * Reads an amount as people in any country write it: "24.90", "24,9", "1.234,56", "1,234.56", "1 234,50", "1’234.50",
 * "€ 24,90". The browser's language has no influence, so the same text always means the same amount. Never guesses: a
 * text with two meanings returns both. The currency that the text names, else `expected`, decides which amounts are
 * possible: "1.200" is 1200 yen.
 */
export function readAmount(text: string, expected?: Currency): AmountReading {
  const { body, named: currency, isAmbiguous } = separateCurrency(text.trim(), expected)
  const amountCurrency = currency ?? expected
  const limit = amountCurrency ? rulesOf(amountCurrency).largest : MAX_MINOR
  const refused = (reason: AmountRefusal) => ({ kind: 'refused', reason }) as const
  if (body === '') return currency || isAmbiguous ? refused('shape') : { kind: 'blank' }
  if (isAmbiguous) return refused('two_currencies')
  if (/\p{Nd}/u.test(body.replace(/[0-9]/g, ''))) return refused('foreign_digits')
  // A minus may also precede the currency sign.
  if (/^\s*[-−–]/.test(text) || /^[-−–]/.test(body)) {
    return refused(numeralsOf(withoutMinus(text)).length > 0 ? 'negative' : 'shape')
  }
  const numerals = numeralsOf(body)
  const [numeral, other] = possibleIn(numerals, amountCurrency)
  if (!numeral) return refused(numerals.length > 0 ? 'fraction' : 'shape')
  const minor = minorOf(numeral, limit)
  if (minor === undefined) return refused('too_large')
  const otherMinor = other && minorOf(other, limit)
  if (otherMinor !== undefined) {
    return {
      kind: 'ambiguous',
      amounts: [decimalFromMinor(minor), decimalFromMinor(otherMinor)],
      currency,
    }
  }
  const tooManyDecimals = decimalsRefusal(numeral, amountCurrency)
  if (tooManyDecimals) return refused(tooManyDecimals)
  if (minor === 0) return refused('zero')
  return { kind: 'amount', amount: decimalFromMinor(minor), currency }
}

const withoutMinus = (text: string): string =>
  separateCurrency(text.replace(/[-−–]/, '').trim(), undefined).body

/**
 * Returns a searched amount as text that stored amounts contain: "35,5" becomes "35.5", which is in "35.50". Returns
 * undefined when the text is not a number.
 */
export function amountInSearch(text: string): string | undefined {
  const body = numberInSearch(text.trim().replace(/[.,]$/, ''))
  const usable = numeralsOf(body).find(({ fraction }) => fraction.length <= 2)
  if (!usable) return undefined
  return usable.fraction === '' ? usable.whole : `${usable.whole}.${usable.fraction}`
}
