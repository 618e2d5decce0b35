import { type Currency, decimalFromMinor, MAX_MINOR } from './money.ts'

/** Why a text is no amount. */
export type AmountRefusal =
  | 'shape'
  | 'decimals'
  | 'foreign_digits'
  | 'negative'
  | 'zero'
  | 'too_large'
  | 'two_currencies'

/** What a text that a person typed or pasted says. Amounts are decimal texts with two places. */
export type AmountReading =
  | { kind: 'blank' }
  | { kind: 'amount'; amount: string; currency: Currency | undefined }
  /** "1,234" is a thousand and more in one country and a little over one in another. */
  | { kind: 'ambiguous'; amounts: [string, string]; currency: Currency | undefined }
  | { kind: 'refused'; reason: AmountRefusal }

/** The digits before and after the decimal separator. */
type Numeral = { whole: string; fraction: string }

const SPACES = ' \u00a0\u2009\u202f'
const APOSTROPHES = "'’ʼ"

// What groups thousands, and what then separates decimals. One numeral groups with one sign only.
const styles = [
  [',', '.'],
  ['.', ','],
  ...[...SPACES, ...APOSTROPHES].map((sign) => [sign, '.,'] as const),
] as const

const grouped = styles.map(
  ([group, point]) => new RegExp(`^([1-9]\\d{0,2}(?:[${group}]\\d{3})+)(?:[${point}](\\d+))?$`),
)
const ungrouped = [/^(\d+)(?:[.,](\d+))?$/, /^()[.,](\d+)$/]

/** Each way in which the digits can be read; two when one separator stands before three digits. */
function numeralsOf(text: string): Numeral[] {
  const found: Numeral[] = []
  for (const pattern of [...grouped, ...ungrouped]) {
    const [, whole, fraction = ''] = pattern.exec(text) ?? []
    if (whole === undefined) continue
    found.push({ whole: whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '') || '0', fraction })
  }
  return found
}

const codes: Record<string, Currency> = {
  $: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  USD: 'USD',
  EUR: 'EUR',
  GBP: 'GBP',
}

const mark = '[$€£]|USD|EUR|GBP'
const marked = new RegExp(`^(${mark})?(.*?)(${mark})?$`, 'is')

function withoutCurrency(text: string) {
  const [, before, body = '', after] = marked.exec(text) ?? []
  const named = [before, after].flatMap((sign) => codes[sign?.toUpperCase() ?? ''] ?? [])
  return { body: body.trim(), currencies: [...new Set(named)] }
}

/** Minor units; a third decimal and what follows it are rounded away. Undefined beyond the limit. */
function minorOf({ whole, fraction }: Numeral): number | undefined {
  if (whole.length > 8) return undefined
  const cents = Number(fraction.slice(0, 2).padEnd(2, '0'))
  const minor = Number(whole) * 100 + cents + ((fraction[2] ?? '0') >= '5' ? 1 : 0)
  return minor <= MAX_MINOR ? minor : undefined
}

/**
 * Reads an amount as people write it, wherever they come from: "24.90", "24,9", "1.234,56",
 * "1,234.56", "1 234,50", "1’234.50", "€ 24,90". The language of the browser plays no part, so the
 * same text is the same amount for all. Never guesses: what has two meanings is told as both.
 */
export function readAmount(text: string): AmountReading {
  const { body, currencies } = withoutCurrency(text.trim())
  const [currency] = currencies
  const refused = (reason: AmountRefusal) => ({ kind: 'refused', reason }) as const
  if (body === '') return currency ? refused('shape') : { kind: 'blank' }
  if (currencies.length > 1) return refused('two_currencies')
  if (/\p{Nd}/u.test(body.replace(/[0-9]/g, ''))) return refused('foreign_digits')
  // A minus may also stand before the sign of the currency.
  if (/^\s*[-−–]/.test(text) || /^[-−–]/.test(body)) {
    return refused(numeralsOf(bare(text)).length > 0 ? 'negative' : 'shape')
  }
  const [numeral, other] = numeralsOf(body)
  if (!numeral) return refused('shape')
  const minor = minorOf(numeral)
  if (minor === undefined) return refused('too_large')
  const otherMinor = other && minorOf(other)
  if (otherMinor !== undefined) {
    return {
      kind: 'ambiguous',
      amounts: [decimalFromMinor(minor), decimalFromMinor(otherMinor)],
      currency,
    }
  }
  if (numeral.fraction.length > 2) return refused('decimals')
  if (minor === 0) return refused('zero')
  return { kind: 'amount', amount: decimalFromMinor(minor), currency }
}

const bare = (text: string): string => withoutCurrency(text.replace(/[-−–]/, '').trim()).body

/**
 * How a stored amount may read that a person looks for: "35,5" is part of "35.50" and "1.234" of
 * "1234.00". Undefined when the text is no number.
 */
export function amountInSearch(text: string): string | undefined {
  const { body } = withoutCurrency(text.trim().replace(/[.,]$/, ''))
  const usable = numeralsOf(body).find(({ fraction }) => fraction.length <= 2)
  if (!usable) return undefined
  return usable.fraction === '' ? usable.whole : `${usable.whole}.${usable.fraction}`
}
