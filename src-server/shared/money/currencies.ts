/** Amounts are in hundredths of the major unit, whatever the currency. */
export type CurrencyRules = {
  /** Decimals that are printed. Intl has its own, and would round the fillér of a forint away. */
  digits: 0 | 2 | 3
  /** Every amount is a multiple of it. */
  step: 1 | 100
  /** Of a single payment. */
  largest: number
}

const hundredths: CurrencyRules = { digits: 2, step: 1, largest: 9_999_999_999 }
/** Where a dollar is a hundred and more. Nine thousand such payments still add up exactly. */
const large: CurrencyRules = { ...hundredths, largest: 999_999_999_999 }
const whole: CurrencyRules = { digits: 0, step: 100, largest: 999_999_999_900 }
/** The last of three decimals is always 0: cards take no other, so hundredths lose nothing. */
const thousandths: CurrencyRules = { ...hundredths, digits: 3 }

/**
 * Every currency that can be charged in: what card processors take, without those that are no longer money.
 * First come those that every merchant is offered.
 */
const table = {
  USD: hundredths,
  EUR: hundredths,
  GBP: hundredths,
  AED: hundredths,
  AFN: hundredths,
  ALL: hundredths,
  AMD: large,
  AOA: large,
  ARS: large,
  AUD: hundredths,
  AWG: hundredths,
  AZN: hundredths,
  BAM: hundredths,
  BBD: hundredths,
  BDT: hundredths,
  BHD: thousandths,
  BIF: whole,
  BMD: hundredths,
  BND: hundredths,
  BOB: hundredths,
  BRL: hundredths,
  BSD: hundredths,
  BWP: hundredths,
  BYN: hundredths,
  BZD: hundredths,
  CAD: hundredths,
  CDF: large,
  CHF: hundredths,
  CLP: whole,
  CNY: hundredths,
  COP: large,
  CRC: large,
  CVE: hundredths,
  CZK: hundredths,
  DJF: whole,
  DKK: hundredths,
  DOP: hundredths,
  DZD: hundredths,
  EGP: hundredths,
  ETB: hundredths,
  FJD: hundredths,
  FKP: hundredths,
  GEL: hundredths,
  GIP: hundredths,
  GMD: hundredths,
  GNF: whole,
  GTQ: hundredths,
  GYD: large,
  HKD: hundredths,
  HNL: hundredths,
  HTG: hundredths,
  HUF: large,
  IDR: large,
  ILS: hundredths,
  INR: hundredths,
  ISK: whole,
  JMD: large,
  JOD: thousandths,
  JPY: whole,
  KES: hundredths,
  KGS: hundredths,
  KHR: large,
  KMF: whole,
  KRW: whole,
  KWD: thousandths,
  KYD: hundredths,
  KZT: large,
  LAK: large,
  LBP: large,
  LKR: large,
  LRD: large,
  LSL: hundredths,
  MAD: hundredths,
  MDL: hundredths,
  MGA: whole,
  MKD: hundredths,
  MMK: large,
  MNT: large,
  MOP: hundredths,
  MUR: hundredths,
  MVR: hundredths,
  MWK: large,
  MXN: hundredths,
  MYR: hundredths,
  MZN: hundredths,
  NAD: hundredths,
  NGN: large,
  NIO: hundredths,
  NOK: hundredths,
  NPR: large,
  NZD: hundredths,
  OMR: thousandths,
  PAB: hundredths,
  PEN: hundredths,
  PGK: hundredths,
  PHP: hundredths,
  PKR: large,
  PLN: hundredths,
  PYG: whole,
  QAR: hundredths,
  RON: hundredths,
  RSD: large,
  RUB: hundredths,
  RWF: whole,
  SAR: hundredths,
  SBD: hundredths,
  SCR: hundredths,
  SEK: hundredths,
  SGD: hundredths,
  SHP: hundredths,
  SLE: hundredths,
  SOS: large,
  SRD: hundredths,
  SZL: hundredths,
  THB: hundredths,
  TJS: hundredths,
  TND: thousandths,
  TOP: hundredths,
  TRY: hundredths,
  TTD: hundredths,
  TWD: hundredths,
  TZS: large,
  UAH: hundredths,
  UGX: whole,
  UYU: hundredths,
  UZS: large,
  VND: whole,
  VUV: whole,
  WST: hundredths,
  XAF: whole,
  XCD: hundredths,
  XCG: hundredths,
  XOF: whole,
  XPF: whole,
  YER: large,
  ZAR: hundredths,
  ZMW: hundredths,
} as const satisfies Record<string, CurrencyRules>

export type CurrencyCode = keyof typeof table

const isCode = (text: string): text is CurrencyCode => Object.hasOwn(table, text)

/** In the order in which they are offered. */
export const currencies: readonly CurrencyCode[] = Object.keys(table).filter(isCode)

/** Offered by every merchant; the others are chosen in the settings. */
export const firstCurrencies = ['USD', 'EUR', 'GBP'] as const satisfies readonly CurrencyCode[]

export const rulesOf = (currency: CurrencyCode): CurrencyRules => table[currency]

/** Of a text that may be no currency of the table. */
export const digitsOf = (currency: string): number =>
  isCode(currency) ? rulesOf(currency).digits : hundredths.digits

/** Of these, each once, in the order in which they are offered. */
export function inOrder(some: Iterable<CurrencyCode>): CurrencyCode[] {
  const wanted = new Set(some)
  return currencies.filter((each) => wanted.has(each))
}

export type AmountFault = 'fraction' | 'too_large'

/** Why an amount cannot be paid in a currency. */
export function faultOf(amount: number, currency: CurrencyCode): AmountFault | undefined {
  const { step, largest } = rulesOf(currency)
  if (amount > largest) return 'too_large'
  return amount % step === 0 ? undefined : 'fraction'
}

/** Signs that say which currency is meant, as few do: a dollar is one of twenty. */
const owners = new Set<string>(['USD', 'EUR', 'GBP', 'JPY'] satisfies CurrencyCode[])

/**
 * How Intl prints amounts: with the table's digits, and with more rather than rounding. A sign that
 * several currencies share stands for one of them alone; the others have "CA$" or their code.
 */
export const moneyFormat = (currency: string): Intl.NumberFormatOptions => ({
  style: 'currency',
  currency,
  // Italian and Spanish would write 7051,61 €, beside 12.000,00 €.
  useGrouping: 'always',
  currencyDisplay: owners.has(currency) ? 'narrowSymbol' : 'symbol',
  minimumFractionDigits: digitsOf(currency),
  maximumFractionDigits: Math.max(digitsOf(currency), hundredths.digits),
})
