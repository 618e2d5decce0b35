import { common } from '#client/texts/en/common.ts'
import { digitsOf, moneyFormat } from '#server/shared/money/currencies.ts'
import { locale } from '../language-for.ts'

/** Caches formatters: creating one costs far more than using it, and a list uses the same few in every row. */
function memoize<T>(create: (name: string) => T): (name: string) => T {
  const cache = new Map<string, T>()
  return (name) => {
    const found = cache.get(name) ?? create(name)
    cache.set(name, found)
    return found
  }
}

const moneyIn = memoize((currency) => new Intl.NumberFormat(locale, moneyFormat(currency)))

const dateTimeIn = memoize(
  (timeZone) =>
    new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' }),
)

/**
 * Returns "$1,234.50" for the decimal text "1234.50", and "¥1,200" for "1200.00". Intl formats the text
 * itself, without conversion to a float.
 */
export function formatMoney(amount: string, currency: string): string {
  return moneyIn(currency).format(amount as Intl.StringNumericLiteral)
}

/** Returns "$1,234.50 USD"; a code that the amount already shows is not repeated. */
export function formatMoneyWithCode(amount: string, currency: string): string {
  const money = formatMoney(amount, currency)
  return money.includes(currency) ? money : `${money} ${currency}`
}

/** Returns "0.00", or "0" and "0.000" for currencies with other decimals. */
export const formatZero = (currency: string): string =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: digitsOf(currency) }).format(0)

/** Returns "$" or "€", as the page's language writes it before or after an amount. */
export const currencySymbol = (currency: string): string =>
  moneyIn(currency)
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency

const plainAmount = new Intl.NumberFormat(locale, {
  minimumFractionDigits: 2,
  useGrouping: 'always',
})

/** Like `formatMoney`; returns "1,234.50" without a currency, where an amount may be in any. */
export const formatAmount = (amount: string, currency: string | undefined): string =>
  currency ? formatMoney(amount, currency) : plainAmount.format(amount as Intl.StringNumericLiteral)

/** Returns the decimal separator of a language, such as "," in Italian. */
export const decimalSignIn = (language: string): string =>
  new Intl.NumberFormat(language).formatToParts(0.5).find(({ type }) => type === 'decimal')
    ?.value ?? '.'

const decimalSign = decimalSignIn(locale)

/** Returns an amount as typed in the page's language: "1234,50" in Italian, "1234" in a currency without cents. */
export function writtenAmount(
  amount: string,
  currency: string | undefined,
  sign = decimalSign,
): string {
  const [whole = '', cents = ''] = amount.split('.')
  const isWhole = currency !== undefined && digitsOf(currency) === 0 && Number(cents) === 0
  return isWhole ? whole : `${whole}${sign}${cents}`
}

const wholeNumber = new Intl.NumberFormat(locale, { useGrouping: 'always' })

export const formatCount = (count: number): string => wholeNumber.format(count)

const oneDecimal = new Intl.NumberFormat(locale, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  useGrouping: false,
})

/** Returns a number with one decimal. */
export const formatRatio = (ratio: number): string => oneDecimal.format(ratio)

/** Returns "4.2%" for 4.2. */
export const formatPercent = (percent: number): string => `${oneDecimal.format(percent)}%`

/** Returns "+4.2" or "−4.2", with a real minus sign, so that figures align. */
export function formatSigned(value: number): string {
  const sign = value > 0 ? '+' : value < 0 ? '−' : ''
  return `${sign}${oneDecimal.format(Math.abs(value))}`
}

const MOST_PERCENT = 999

/** Returns "+4.2%" or "−4.2%"; growth above 999 % is given in words, because such a percentage is hard to read. */
export const formatChange = (percent: number): string =>
  percent > MOST_PERCENT ? common.tenfold : `${formatSigned(percent)}%`

/** Returns "+1.5 points", the difference of two percentages. */
export const formatPoints = (points: number): string =>
  common.points(formatSigned(points), Math.abs(points) === 1)

/** Returns "Nov 21, 2026, 10:57 PM", in the time zone. */
export function formatDateTime(at: string, timezone: string): string {
  return dateTimeIn(timezone).format(new Date(at))
}

const dayOfYearIn = memoize(
  (timeZone) => new Intl.DateTimeFormat(locale, { timeZone, month: 'short', day: 'numeric' }),
)

const timeIn = memoize(
  (timeZone) => new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'short' }),
)

/** Returns "10:57 PM", in the time zone. */
export const formatClock = (at: string, timezone: string): string =>
  timeIn(timezone).format(new Date(at))

const yearIn = memoize(
  (timeZone) => new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric' }),
)

const isThisYear = (at: Date, timezone: string): boolean =>
  yearIn(timezone).format(at) === yearIn(timezone).format(Date.now())

/** Returns "Nov 21, 10:57 PM", with the year only when it is not the current one. */
export function formatMoment(at: string, timezone: string): string {
  const instant = new Date(at)
  if (!isThisYear(instant, timezone)) return formatDateTime(at, timezone)
  return `${dayOfYearIn(timezone).format(instant)}, ${timeIn(timezone).format(instant)}`
}

const dayIn = memoize(
  (timeZone) => new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium' }),
)

/** Returns "Nov 21", with the year only when it is not the current one. */
export function formatShortDay(at: string, timezone: string): string {
  const instant = new Date(at)
  return (isThisYear(instant, timezone) ? dayOfYearIn : dayIn)(timezone).format(instant)
}

/** Returns the clock time alone for a moment of today, in the time zone; undefined for any other day. */
export const clockOfToday = (at: string, timezone: string): string | undefined =>
  dayIn(timezone).format(new Date(at)) === dayIn(timezone).format(Date.now())
    ? formatClock(at, timezone)
    : undefined

const inDays = new Intl.NumberFormat(locale, {
  style: 'unit',
  unit: 'day',
  unitDisplay: 'long',
  maximumFractionDigits: 0,
})

/** Returns "23 s", "4 min 10 s", "3 h 5 min" or "5 days": at most two units, since smaller ones add nothing. */
export function formatElapsed(ms: number): string {
  const seconds = Math.round(ms / 1000)
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)]
  const pair = (large: string, rest: number, unit: string) =>
    rest === 0 ? large : `${large} ${rest} ${unit}`
  if (seconds < 60) return `${seconds} s`
  if (minutes < 60) return pair(`${minutes} min`, seconds % 60, 's')
  if (hours < 48) return pair(`${hours} h`, minutes % 60, 'min')
  return inDays.format(Math.floor(hours / 24))
}

const secondsIn = memoize(
  (timeZone) =>
    new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'medium' }),
)

/** Returns the date and the time with seconds, for events that happen within a minute. */
export function formatInstant(at: string, timezone: string): string {
  return secondsIn(timezone).format(new Date(at))
}

/** Returns "Nov 3" for the day 2026-11-03. */
export const formatDay = (day: string): string =>
  dayOfYearIn('UTC').format(new Date(`${day}T00:00:00Z`))

const browserTimezone = memoize(() => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC')

/** Returns the browser's time zone, or UTC when the browser names none. */
export const viewerTimezone = (): string => browserTimezone('')

/** Returns "10,000", or "10,000+" when the server stopped counting there. */
export const formatTotal = (total: number, isExact: boolean): string =>
  `${formatCount(total)}${isExact ? '' : '+'}`
