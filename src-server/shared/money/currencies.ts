/** Rules of a currency. Amounts are in hundredths of the major unit in every currency. */
export type CurrencyRules = {
  /** Printed decimals. Intl has its own numbers and would round away the fillér of a forint. */
  digits: 0 | 2 | 3
  /** Every amount is a multiple of this step. */
  step: 1 | 100
  /** Largest amount of a single payment. */
  largest: number
}

const hundredths: CurrencyRules = { digits: 2, step: 1, largest: 9_999_999_999 }
/**
 * For currencies with a hundred or more units to the dollar. Nine thousand of the largest payments still add up
 * exactly.
 */
const large: CurrencyRules = { ...hundredths, largest: 999_999_999_999 }
const whole: CurrencyRules = { digits: 0, step: 100, largest: 999_999_999_900 }
/** Cards accept only 0 as the last of three decimals, so hundredths lose nothing. */
const thousandths: CurrencyRules = { ...hundredths, digits: 3 }

/**
 * Every currency that can be charged: the currencies of card processors, without withdrawn currencies. The first are
 * available to every merchant.
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

/** All currencies, in the order in which they are offered. */
export const currencies: readonly CurrencyCode[] = Object.keys(table).filter(isCode)

/** Available to every merchant; the settings add further currencies. */
export const defaultCurrencies = ['USD', 'EUR', 'GBP'] as const satisfies readonly CurrencyCode[]

/** Returns the currency's printed decimals, smallest step and largest payment. */
export const rulesOf = (currency: CurrencyCode): CurrencyRules => table[currency]

/** Returns the printed decimals, also for an unsupported currency. */
export const digitsOf = (currency: string): number =>
  isCode(currency) ? rulesOf(currency).digits : hundredths.digits

/** Returns these currencies without duplicates, in the order in which they are offered. */
export function sortCurrencies(unsorted: Iterable<CurrencyCode>): CurrencyCode[] {
  const codes = new Set(unsorted)
  return currencies.filter((code) => codes.has(code))
}

/**
 * Reason for which a currency does not allow an amount: `fraction` if it has no smaller unit, `too_large` above its
 * limit.
 */
export type AmountFault = 'fraction' | 'too_large'

/** Returns the reason for which an amount (in hundredths) cannot be paid in a currency; undefined if it can. */
export function faultOf(amount: number, currency: CurrencyCode): AmountFault | undefined {
  const { step, largest } = rulesOf(currency)
  if (amount > largest) return 'too_large'
  return amount % step === 0 ? undefined : 'fraction'
}

/** Currencies that are printed with their sign. Some twenty share the dollar sign; only USD is printed with it. */
const signOwners = new Set<string>(['USD', 'EUR', 'GBP', 'JPY'] satisfies CurrencyCode[])

/**
 * Returns options for Intl: the table's digits, and more of them rather than rounding. A shared sign is printed for one
 * currency only; the other currencies get "CA$" or their code.
 */
export const moneyFormat = (currency: string): Intl.NumberFormatOptions => ({
  style: 'currency',
  currency,
  // Without it, Italian and Spanish would print 7051,61 € next to 12.000,00 €.
  useGrouping: 'always',
  currencyDisplay: signOwners.has(currency) ? 'narrowSymbol' : 'symbol',
  minimumFractionDigits: digitsOf(currency),
  maximumFractionDigits: Math.max(digitsOf(currency), hundredths.digits),
})
