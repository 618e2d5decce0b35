import type { AmountRefusal } from '#server/shared/money/amount-text.ts'

const refusals: Record<Exclude<AmountRefusal, 'fraction' | 'too_large'>, string> = {
  shape: 'Enter an amount with at most two decimals, such as 12.34.',
  decimals: 'Enter an amount with at most two decimals, such as 12.34.',
  thousandth: 'The third decimal of this currency can only be 0, such as 1.230.',
  foreign_digits: 'Write the amount with the digits 0 to 9.',
  negative: 'Enter an amount above 0.',
  zero: 'Enter an amount above 0.',
  two_currencies: 'Enter one currency only.',
}

/** Messages about an amount that a person types. */
export const amounts = {
  refusals,
  tooLarge: (largest: string) => `The largest amount is ${largest}.`,
  fraction: (currency = 'This currency') =>
    `${currency} has no decimals. Enter a whole amount, such as 1,200.`,
  choose: 'Choose which amount you mean.',
  question: (typed: string) => `“${typed}” can be read in two ways. Which amount do you mean?`,
  otherCurrency: (named: string, wanted: string) =>
    `The amount is in ${named}, but ${wanted} is selected. Use the same currency.`,
  unwantedCurrency: 'Enter the amount alone, and choose the currency in its own filter.',
} as const

export const dateFilter = {
  add: '+ Date',
  on: (day: string) => `Date: ${day}`,
  between: (from: string, to: string) => `Date: ${from} to ${to}`,
  from: (day: string) => `Date: from ${day}`,
  upTo: (day: string) => `Date: until ${day}`,
  calendar: 'Days',
  zone: (zone: string) => `Days in ${zone}`,
  periods: {
    today: 'Today',
    yesterday: 'Yesterday',
    '7d': 'Last 7 days',
    '30d': 'Last 30 days',
    '90d': 'Last 90 days',
    month: 'This month',
    'last-month': 'Last month',
    quarter: 'This quarter',
    'last-quarter': 'Last quarter',
    year: 'This year',
    'last-year': 'Last year',
  },
  first: 'From',
  last: 'To',
  example: 'e.g. 21 Nov',
  apply: 'Apply',
  noDay: 'Type a day, such as 21 Nov or 2026-11-21.',
  reversed: 'This is before the first day.',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  chooseMonth: 'Choose a month',
  chooseYear: 'Choose a year',
} as const
