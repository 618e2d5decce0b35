import { faultOf, rulesOf } from '#server/shared/money/currencies.ts'
import {
  type Currency,
  decimalFromMinor,
  type Minor,
  minorFromDecimal,
} from '#server/shared/money/money.ts'
import {
  type LinkChoices,
  MAX_QUANTITY,
  type NewLinkItem,
  type NewLinkQuantity,
} from './link-choices.schema.ts'

/** Prices and amounts are in minor units of the link's currency. */
export type StoredQuantity = { price: Minor; min: number; max: number }
export type StoredItem = { title: string; price: Minor; max: number | null }
export type StoredTips = { percents: number[] } | { amounts: Minor[] }

/** A price of which the payer chooses a quantity from `min` to `max`. */
export type Offer = { title: string; price: Minor; min: number; max: number }

/** JSON columns of a link. */
export type ChoiceColumns = {
  quantity: string | null
  items: string | null
  tips: string | null
}

/** Choices of a link, as the caller sent them. */
export type ChoiceSettings = {
  quantity?: NewLinkQuantity | null | undefined
  items?: readonly NewLinkItem[] | undefined
  tipPercents?: readonly number[] | undefined
  tipAmounts?: readonly string[] | undefined
}

type Issue = { path: string; message: string }

const quantityOf = ({ quantity }: Pick<ChoiceColumns, 'quantity'>): StoredQuantity | null =>
  quantity === null ? null : JSON.parse(quantity)

const itemsOf = ({ items }: Pick<ChoiceColumns, 'items'>): StoredItem[] =>
  items === null ? [] : JSON.parse(items)

const NO_TIPS: StoredTips = { amounts: [] }

export const tipsOf = ({ tips }: Pick<ChoiceColumns, 'tips'>): StoredTips =>
  tips === null ? NO_TIPS : JSON.parse(tips)

/** Returns the prices of a link whose quantities the payer chooses; none for any other link. */
export function offersOf(row: ChoiceColumns & { title: string }): Offer[] {
  const quantity = quantityOf(row)
  if (quantity) return [{ title: row.title, ...quantity }]
  return itemsOf(row).map(({ title, price, max }) => ({
    title,
    price,
    min: 0,
    max: max ?? MAX_QUANTITY,
  }))
}

/** Returns the choices of a link as the two APIs show them. */
export function choicesOf(row: ChoiceColumns): LinkChoices {
  const quantity = quantityOf(row)
  const tips = tipsOf(row)
  return {
    quantity: quantity && { ...quantity, price: decimalFromMinor(quantity.price) },
    items: itemsOf(row).map(({ title, price, max }) => ({
      title,
      price: decimalFromMinor(price),
      maxQuantity: max,
    })),
    tipPercents: 'percents' in tips ? tips.percents : [],
    tipAmounts: 'amounts' in tips ? tips.amounts.map(decimalFromMinor) : [],
  }
}

/** Returns true when the payer chooses quantities, so that the link has no amount of its own. */
export const hasOffers = ({ quantity, items = [] }: ChoiceSettings): boolean =>
  Boolean(quantity) || items.length > 0

/** Returns the choices in columns, and the issues with them by field. */
export function choiceColumns(
  settings: ChoiceSettings,
  currency: Currency,
): { columns: ChoiceColumns; issues: Issue[] } {
  const { quantity = null, items = [], tipPercents = [], tipAmounts = [] } = settings
  const prices: [string, string][] = [
    ...(quantity ? [['quantity.price', quantity.price] as [string, string]] : []),
    ...items.map(({ price }, at): [string, string] => [`items.${at}.price`, price]),
    ...tipAmounts.map((amount, at): [string, string] => [`tipAmounts.${at}`, amount]),
  ]
  const issues = prices.flatMap(([path, price]) => faultsIn(path, minorOf(price), currency))
  const addIssue = (path: string, message: string) => issues.push({ path, message })
  if (quantity && items.length > 0) addIssue('items', 'are for links without a quantity')
  if (tipPercents.length > 0 && tipAmounts.length > 0) {
    addIssue('tipAmounts', 'are for links without tips in percent')
  }
  if (quantity && quantity.min > quantity.max) {
    addIssue('quantity.max', 'must not be less than the least quantity')
  }
  if (quantity && minorOf(quantity.price) * quantity.min > rulesOf(currency).largest) {
    addIssue('quantity.min', 'makes an amount that is too large')
  }
  for (const [path, values] of [
    ['tipPercents', tipPercents],
    ['tipAmounts', tipAmounts.map(minorOf)],
  ] as const) {
    if (new Set(values).size < values.length) addIssue(path, 'must differ from each other')
  }
  return { columns: columnsOf(settings), issues }
}

function columnsOf({ quantity, items = [], tipPercents = [], tipAmounts = [] }: ChoiceSettings) {
  const tips: StoredTips =
    tipPercents.length > 0
      ? { percents: [...tipPercents] }
      : { amounts: tipAmounts.map((amount) => minorOf(amount)) }
  const hasTips = tipPercents.length > 0 || tipAmounts.length > 0
  const stored: StoredItem[] = items.map(({ title, price, maxQuantity }) => ({
    title,
    price: minorOf(price),
    max: maxQuantity ?? null,
  }))
  return {
    quantity: quantity ? JSON.stringify({ ...quantity, price: minorOf(quantity.price) }) : null,
    items: stored.length > 0 ? JSON.stringify(stored) : null,
    tips: hasTips ? JSON.stringify(tips) : null,
  }
}

/**
 * Returns the least and the greatest amount that a payer can choose, without a tip. There is no greatest one where an
 * item has no maximum.
 */
export function boundsOf(
  row: ChoiceColumns,
  currency: Currency,
): { minAmount: Minor; maxAmount: Minor | null } {
  const offers = offersOf({ ...row, title: '' })
  const { largest } = rulesOf(currency)
  const isUnlimited = itemsOf(row).some(({ max }) => max === null)
  const most = offers.reduce((sum, { price, max }) => Math.min(sum + price * max, largest), 0)
  return {
    minAmount: Math.min(...offers.map(({ price, min }) => price * Math.max(min, 1))),
    maxAmount: isUnlimited ? null : most,
  }
}

/** Returns the choices in words for the audit log. */
export function auditedChoicesOf(row: ChoiceColumns) {
  const { quantity, items, tipPercents, tipAmounts } = choicesOf(row)
  const tips = [...tipPercents.map((percent) => `${percent} %`), ...tipAmounts]
  return {
    quantity: quantity && `${quantity.min}–${quantity.max} × ${quantity.price}`,
    items: items.map(({ title, price }) => `${title} ${price}`).join('; ') || null,
    tips: tips.join('; ') || null,
  }
}

const minorOf = (text: string): Minor => minorFromDecimal(text) ?? 0

/** Returns the reason for which a currency does not allow an amount, as an issue of the field. */
export function faultsIn(path: string, minor: Minor | null, currency: Currency): Issue[] {
  const fault = minor === null ? undefined : faultOf(minor, currency)
  if (!fault) return []
  const message =
    fault === 'fraction'
      ? `must be a whole number, because ${currency} has no smaller unit`
      : `must be at most ${decimalFromMinor(rulesOf(currency).largest)} in ${currency}`
  return [{ path, message }]
}
