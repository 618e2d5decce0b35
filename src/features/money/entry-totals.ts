import { decimalFromMinor } from '#server/shared/money/money.ts'

/** Amounts of balance entries in one currency, as decimal texts. */
export type EntryAmounts = { currency: string; amount: string; fee: string; net: string }

/** Returns the hundredths of a decimal text with two places, which may be negative. */
const minorOf = (decimal: string): number => Number(decimal.replace('.', ''))

/** Returns the opposite of a decimal text, such as a fee among amounts that add up. */
export const negated = (decimal: string): string => decimalFromMinor(0 - minorOf(decimal))

const sumOf = (decimals: readonly string[]): string =>
  decimalFromMinor(decimals.reduce((sum, decimal) => sum + minorOf(decimal), 0))

/** Returns gross, fees and net of the entries by currency. */
export function totalsByCurrency(entries: readonly EntryAmounts[]): EntryAmounts[] {
  const currencies = [...new Set(entries.map(({ currency }) => currency))]
  return currencies.map((currency) => {
    const sameCurrency = entries.filter((entry) => entry.currency === currency)
    return {
      currency,
      amount: sumOf(sameCurrency.map(({ amount }) => amount)),
      fee: sumOf(sameCurrency.map(({ fee }) => fee)),
      net: sumOf(sameCurrency.map(({ net }) => net)),
    }
  })
}
