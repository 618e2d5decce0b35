const locale = 'en-US'

/** "$1,234.50" of the decimal text "1234.50". The text goes to Intl as it is: no float on the way. */
export function formatMoney(amount: string, currency: string): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(
    amount as Intl.StringNumericLiteral,
  )
}

export const formatCount = (count: number): string => new Intl.NumberFormat(locale).format(count)

export const formatPercent = (percent: number): string => `${percent.toFixed(1)}%`

/** "+4.2%" or "−4.2%"; with a real minus sign, so that it lines up. */
export function formatChange(percent: number): string {
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : ''
  return `${sign}${Math.abs(percent).toFixed(1)}%`
}

export function formatDateTime(at: string, timezone: string): string {
  return new Intl.DateTimeFormat(locale, {
    timeZone: timezone,
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(new Date(at))
}

/** "Nov 3" of the day 2026-11-03. */
export function formatDay(day: string): string {
  return new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    month: 'short',
    day: 'numeric',
  }).format(new Date(`${day}T00:00:00Z`))
}

export const viewerTimezone = (): string =>
  Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
