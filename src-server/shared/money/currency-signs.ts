import { type CurrencyCode, currencies } from './currencies.ts'

/** Signs that people write next to an amount, with their possible meanings, the default first. */
const signs: Record<string, readonly [CurrencyCode, ...CurrencyCode[]]> = {
  $: [
    ...(['USD', 'ARS', 'AUD', 'BBD', 'BMD', 'BND', 'BSD', 'BZD', 'CAD', 'CLP', 'COP'] as const),
    ...(['DOP', 'FJD', 'GYD', 'HKD', 'JMD', 'KYD', 'LRD', 'MXN', 'NAD', 'NIO', 'NZD'] as const),
    ...(['SBD', 'SGD', 'SRD', 'TOP', 'TTD', 'TWD', 'UYU', 'XCD'] as const),
  ],
  '€': ['EUR'],
  '£': ['GBP', 'EGP', 'FKP', 'GIP', 'LBP', 'SHP'],
  '¥': ['JPY', 'CNY'],
  '￥': ['JPY', 'CNY'],
  A$: ['AUD'],
  CA$: ['CAD'],
  'CN¥': ['CNY'],
  EC$: ['XCD'],
  HK$: ['HKD'],
  MX$: ['MXN'],
  NT$: ['TWD'],
  NZ$: ['NZD'],
  R$: ['BRL'],
  Cf: ['XCG'],
  'Cg.': ['XCG'],
  CFPF: ['XPF'],
  FCFA: ['XAF'],
  'F CFA': ['XOF'],
  '৳': ['BDT'],
  '฿': ['THB'],
  '₡': ['CRC'],
  '₦': ['NGN'],
  '₩': ['KRW'],
  '₪': ['ILS'],
  '₫': ['VND'],
  '₭': ['LAK'],
  '₮': ['MNT'],
  '₱': ['PHP'],
  '₲': ['PYG'],
  '₴': ['UAH'],
  '₸': ['KZT'],
  '₹': ['INR'],
  '₺': ['TRY'],
  '₼': ['AZN'],
  '₽': ['RUB'],
  '₾': ['GEL'],
}

const meanings = new Map<string, readonly CurrencyCode[]>([
  ...Object.entries(signs).map(([sign, codes]) => [sign.toUpperCase(), codes] as const),
  ...currencies.map((code) => [code, [code]] as const),
])

const escapePattern = (sign: string) => sign.replace(/[$.]/g, '\\$&').replace(' ', '\\s')

/** Sorts the longest first, so that the end of a long sign does not match a shorter one. */
const anyOf = (marks: Iterable<string>): string =>
  [...marks]
    .toSorted((a, b) => b.length - a.length)
    .map(escapePattern)
    .join('|')

function patternAround(marks: Iterable<string>): RegExp {
  const mark = anyOf(marks)
  return new RegExp(`^(${mark})?(.*?)(${mark})?$`, 'isu')
}

/** Creates a pattern at its first use: most pages that load this file read no amount. */
function onFirstUse(create: () => RegExp): () => RegExp {
  let pattern: RegExp | undefined
  return () => {
    pattern ??= create()
    return pattern
  }
}

const marked = onFirstUse(() => patternAround(meanings.keys()))
// In a search "top100" is a word and not an amount in paʻanga (TOP).
const markedInSearch = onFirstUse(() => patternAround([...Object.keys(signs), 'USD', 'EUR', 'GBP']))

const meaningsOf = (mark: string | undefined) =>
  mark ? [meanings.get(mark.toUpperCase().replace(/\s/, ' ')) ?? []] : []

/** An amount that a person typed, separated from its currency sign. `body` is the text without the sign. */
export type AmountText = {
  body: string
  /** The currency written next to the amount; undefined if there is none, or if two signs contradict each other. */
  named: CurrencyCode | undefined
  /** True when the signs before and after the amount contradict each other. */
  isAmbiguous: boolean
}

/** Separates an amount from its currency signs. A sign that can mean the wanted currency means the wanted currency. */
export function separateCurrency(text: string, wanted: CurrencyCode | undefined): AmountText {
  const [, before, body = '', after] = marked().exec(text) ?? []
  const [first, second] = [...meaningsOf(before), ...meaningsOf(after)]
  const common = first?.filter((each) => !second || second.includes(each)) ?? []
  return {
    body: body.trim(),
    named: common.find((each) => each === wanted) ?? common[0],
    isAmbiguous: first !== undefined && common.length === 0,
  }
}

/** Returns a searched text without the currency sign around it; other text is returned unchanged. */
export const numberInSearch = (text: string): string =>
  markedInSearch().exec(text)?.[2]?.trim() ?? text
