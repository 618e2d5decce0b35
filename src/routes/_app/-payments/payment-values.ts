import type {
  NewTransaction,
  PaymentMethod,
} from '#server/features/transactions/transactions.schema.ts'
import type { Currency } from '#server/shared/money.ts'
import { amountProblem, typedAmount } from '../../../lib/typed-amount.ts'
import { payments } from '../../../texts/payments.ts'

export type PaymentValues = {
  amount: string
  currency: Currency
  customerName: string
  customerEmail: string
  paymentMethod: PaymentMethod
  description: string
  cardNumber: string
  expiry: string
  cvc: string
}

export type PaymentErrors = Partial<Record<keyof PaymentValues, string>>

const requiredFields = ['amount', 'customerEmail', 'customerName'] as const
const cardFields = ['cardNumber', 'expiry', 'cvc'] as const

/** The order of the fields on the screen: the first bad one gets the focus. */
export const fieldOrder = [
  'amount',
  'currency',
  'customerName',
  'customerEmail',
  'paymentMethod',
  'cardNumber',
  'expiry',
  'cvc',
  'description',
] as const satisfies (keyof PaymentValues)[]

export const emptyPayment = (currency: Currency): PaymentValues => ({
  amount: '',
  currency,
  customerName: '',
  customerEmail: '',
  paymentMethod: 'card',
  description: '',
  cardNumber: '',
  expiry: '',
  cvc: '',
})

const isBlank = (text: string) => text.trim() === ''

export function checkPayment(values: PaymentValues): PaymentErrors {
  const texts = payments.errors
  const found: PaymentErrors = {}
  const amount = isBlank(values.amount)
    ? texts.amountMissing
    : amountProblem(values.amount, values.currency)
  if (amount) found.amount = amount
  if (isBlank(values.customerName)) found.customerName = texts.nameMissing
  if (isBlank(values.customerEmail)) found.customerEmail = texts.emailMissing
  else if (!/^\S+@\S+\.\S+$/.test(values.customerEmail.trim())) {
    found.customerEmail = texts.emailInvalid
  }
  if (values.paymentMethod === 'card') {
    for (const field of cardFields) if (isBlank(values[field])) found[field] = texts[field]
  }
  return found
}

/** The toast for a form that cannot be sent; undefined when it can. */
export function validationToast(values: PaymentValues, errors: PaymentErrors) {
  if (requiredFields.some((field) => isBlank(values[field]))) return payments.toasts.missingFields
  if (cardFields.some((field) => errors[field])) return payments.toasts.missingCard
  return Object.keys(errors).length > 0 ? payments.toasts.invalidFields : undefined
}

/** What is sent. The card's fields are left behind on purpose: they never leave the browser. */
export function newTransactionOf(values: PaymentValues): NewTransaction {
  const amount = typedAmount(values.amount, values.currency)
  if (amount === undefined) throw new RangeError('not an amount')
  return {
    amount,
    currency: values.currency,
    customerName: values.customerName.trim(),
    customerEmail: values.customerEmail.trim(),
    paymentMethod: values.paymentMethod,
    description: values.description.trim() || null,
  }
}
