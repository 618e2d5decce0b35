import { invalid } from './form-body.ts'

/** Types of payment methods that the stand-in offers. */
export type MethodType =
  | 'card'
  | 'bancontact'
  | 'ideal'
  | 'klarna'
  | 'paypal'
  | 'satispay'
  | 'sepa_debit'

type Rules = {
  /** Null when every currency is accepted. */
  currencies: readonly string[] | null
  /** The money can be authorized first and captured later. */
  canCaptureLater: boolean
}

const EURO = ['eur']

/** Rules by type. The types of Stripe's package allow `capture_method: manual` for the same methods. */
export const methodRules: Readonly<Record<MethodType, Rules>> = {
  card: { currencies: null, canCaptureLater: true },
  bancontact: { currencies: EURO, canCaptureLater: false },
  ideal: { currencies: EURO, canCaptureLater: false },
  klarna: {
    currencies: ['eur', 'gbp', 'usd', 'chf', 'czk', 'dkk', 'nok', 'pln', 'ron', 'sek'],
    canCaptureLater: true,
  },
  paypal: {
    currencies: ['eur', 'gbp', 'usd', 'chf', 'czk', 'dkk', 'nok', 'pln', 'sek'],
    canCaptureLater: true,
  },
  satispay: { currencies: EURO, canCaptureLater: true },
  sepa_debit: { currencies: EURO, canCaptureLater: false },
}

export const allMethodTypes = Object.keys(methodRules) as readonly MethodType[]

export type TypeFilter = {
  currency: string
  isManualCapture: boolean
  /** Types to which the request restricts the offer; empty without a restriction. */
  allowed: readonly string[]
  excluded: readonly string[]
}

/**
 * Returns the types that a payment offers: types that the account has switched on, that take the currency, and that can
 * be captured later when that is requested. Throws when none remains.
 */
export function offeredTypes(
  { methodTypes }: { methodTypes: readonly MethodType[] },
  { currency, isManualCapture, allowed, excluded }: TypeFilter,
): MethodType[] {
  for (const name of [...allowed, ...excluded]) {
    if (!Object.hasOwn(methodRules, name)) {
      throw invalid('allowed_payment_method_types', `Invalid payment method type: ${name}`)
    }
  }
  const offered = methodTypes.filter((type) => {
    const { currencies, canCaptureLater } = methodRules[type]
    const isRequested = allowed.length === 0 || allowed.includes(type)
    const takesCurrency = currencies === null || currencies.includes(currency)
    return (
      isRequested &&
      !excluded.includes(type) &&
      takesCurrency &&
      (canCaptureLater || !isManualCapture)
    )
  })
  if (offered.length > 0) return offered
  throw invalid(
    'allowed_payment_method_types',
    'No valid payment method types for this payment. Activate payment methods that are compatible with it in the Dashboard.',
  )
}
