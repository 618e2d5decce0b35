import { currencies, defaultCurrencies, sortCurrencies } from '#server/shared/money/currencies.ts'
import type { Currency } from '#server/shared/money/money.ts'
import { localeOf } from '../language-for.ts'

/** The language of the surrounding words where the specification mixes two. */
type Language = Parameters<typeof localeOf>[0]

/**
 * Returns a name such as "Japanese Yen (JPY)". Browsers know all names in all languages, so the texts need
 * none.
 */
export function currencyName(code: Currency, inMix: Language = 'en'): string {
  const locale = localeOf(inMix)
  const name = new Intl.DisplayNames(locale, { type: 'currency' }).of(code) ?? code
  return `${name.charAt(0).toLocaleUpperCase(locale)}${name.slice(1)} (${code})`
}

type Option = { value: Currency; label: string }

const optionsOf = (codes: readonly Currency[], inMix?: Language): Option[] =>
  codes.map((value) => ({ value, label: currencyName(value, inMix) }))

/** Returns the less common currencies sorted by name, because people search a long list by name. */
export function otherCurrencies(inMix?: Language): Option[] {
  const first: readonly Currency[] = defaultCurrencies
  const others = currencies.filter((each) => !first.includes(each))
  return optionsOf(others, inMix).toSorted((a, b) => a.label.localeCompare(b.label))
}

/** Returns every currency for a select: the most chosen currencies first, then the other currencies. */
export const currencyGroups = (
  words: { first: string; others: string },
  inMix?: Language,
): { group: string; items: Option[] }[] => [
  { group: words.first, items: optionsOf(sortCurrencies(defaultCurrencies), inMix) },
  { group: words.others, items: otherCurrencies(inMix) },
]
