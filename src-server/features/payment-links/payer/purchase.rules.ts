import type { PaidLine } from '#server/core/ports/payment-store.ts'
import { rulesOf } from '#server/shared/money/currencies.ts'
import { type Currency, decimalFromMinor, type Minor } from '#server/shared/money/money.ts'
import type { Offer, StoredTips } from '../link-choices.rules.ts'

/** A quantity that cannot be bought: `missing`, or not a whole number from `min` to `max`. */
export type QuantityFault = { is: 'missing' } | { is: 'quantity'; min: number; max: number }

/**
 * Returns a typed quantity. An item without a quantity is not bought; a link with a single price requires a quantity.
 */
export function readQuantity(text: string, { min, max }: Offer): number | QuantityFault {
  const typed = text.trim()
  if (typed === '') return min === 0 ? 0 : { is: 'missing' }
  const quantity = /^\d{1,3}$/.test(typed) ? Number(typed) : -1
  return quantity >= min && quantity <= max ? quantity : { is: 'quantity', min, max }
}

/** Returns the lines with a quantity, in the order of the offers. */
export const linesOfOffers = (
  offers: readonly Offer[],
  quantities: readonly number[],
): PaidLine[] =>
  offers.flatMap(({ title, price }, at) => {
    const quantity = quantities[at] ?? 0
    return quantity > 0 ? [{ title, price, quantity }] : []
  })

/** Returns the sum of the lines; undefined above the currency's largest amount, where numbers become inexact. */
export function sumOfLines(lines: readonly PaidLine[], currency: Currency): Minor | undefined {
  const { largest } = rulesOf(currency)
  let sum = 0
  for (const { price, quantity } of lines) {
    sum += price * quantity
    if (sum > largest) return undefined
  }
  return sum
}

/** Returns a percentage of an amount, rounded half up to the smallest unit of the currency. */
function percentOf(amount: Minor, percent: number, currency: Currency): Minor {
  const { step } = rulesOf(currency)
  return Math.floor(((amount / step) * percent + 50) / 100) * step
}

/** A tip that a page offers; `value` names it in the form. */
export type OfferedTip = { value: string } & ({ percent: number } | { amount: Minor })

/** Value of the form's field for no tip. */
export const NO_TIP = 'none'

export const offeredTips = (tips: StoredTips): OfferedTip[] =>
  'percents' in tips
    ? tips.percents.map((percent) => ({ value: String(percent), percent }))
    : tips.amounts.map((amount) => ({ value: decimalFromMinor(amount), amount }))

export const tipOf = (tip: OfferedTip, amount: Minor, currency: Currency): Minor =>
  'percent' in tip ? percentOf(amount, tip.percent, currency) : tip.amount

/** Returns the chosen tip; undefined when the page does not offer it. A form without the field has no tip. */
export function readTip(
  text: string,
  tips: StoredTips,
  { amount, currency }: { amount: Minor; currency: Currency },
): Minor | undefined {
  if (text === '' || text === NO_TIP) return 0
  const chosen = offeredTips(tips).find(({ value }) => value === text)
  return chosen && tipOf(chosen, amount, currency)
}
