import { z } from 'zod'

/**
 * Method with which the payer paid, or last tried to pay, as the processor names it. There may be more types, brands
 * and wallets at any time. `last4` is of the card or the bank account; `country` of the card, the account or the payer.
 */
export const UsedMethod = z.strictObject({
  type: z.string().meta({
    description:
      'An open list: `card`, `paypal`, `sepa_debit`, `ideal`, `bancontact`, `eps`, `satispay`, `klarna`, `link`, `bank_transfer`, `sandbox`, and others to come',
  }),
  brand: z.string().nullable(),
  last4: z.string().nullable(),
  wallet: z.string().nullable(),
  country: z.string().nullable(),
  funding: z.string().nullable(),
})
export type UsedMethod = z.infer<typeof UsedMethod>

/** Usual types and brands, which filters offer. */
export const usualMethodTypes = [
  'card',
  'paypal',
  'sepa_debit',
  'ideal',
  'bancontact',
  'eps',
  'satispay',
  'klarna',
  'link',
  'bank_transfer',
] as const
export const usualBrands = ['visa', 'mastercard', 'amex', 'diners', 'discover', 'jcb'] as const

/** A type or a brand, as a filter names it. */
export const MethodWord = z.string().regex(/^[\w-]{1,40}$/, 'must be a word such as ideal or visa')

/** Value of the filter by type for payments whose type was not reported, and for payments of the sandbox. */
export const UNREPORTED_METHOD = 'unreported'

/** Returns a used method of which the type is all that is known. */
export const methodOfType = (type: string): UsedMethod => ({
  type,
  brand: null,
  last4: null,
  wallet: null,
  country: null,
  funding: null,
})

/** Words that differ between languages; all other names are proper names. */
export type MethodWords = { card: string; sepaDebit: string; bankTransfer: string }

/** Proper names whose spelling does not follow from the processor's word. */
const properNames: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  ideal: 'iDEAL',
  eps: 'EPS',
  paypal: 'PayPal',
  blik: 'BLIK',
  p24: 'Przelewy24',
  mb_way: 'MB WAY',
  twint: 'TWINT',
}

/** Returns the name of a brand, a wallet or a type: "cartes_bancaires" becomes "Cartes Bancaires". */
export const properName = (word: string): string =>
  properNames[word] ??
  word
    .split('_')
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join(' ')

/** Returns the name of a type of method for people. */
export function methodTypeName(type: string, words: MethodWords): string {
  if (type === 'card') return words.card
  if (type === 'sepa_debit') return words.sepaDebit
  return type === 'bank_transfer' ? words.bankTransfer : properName(type)
}

/**
 * Returns a used method for people: "Visa •••• 4242", "Apple Pay · Visa •••• 4242", "iDEAL". Returns null for the
 * sandbox, in which nothing was used.
 */
export function usedMethodText(
  { type, brand, last4, wallet }: UsedMethod,
  words: MethodWords,
): string | null {
  if (type === 'sandbox') return null
  const name = brand === null ? methodTypeName(type, words) : properName(brand)
  const numbered = last4 === null ? name : `${name} •••• ${last4}`
  return wallet === null ? numbered : `${properName(wallet)} · ${numbered}`
}
