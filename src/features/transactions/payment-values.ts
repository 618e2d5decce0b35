import { type FieldErrors, isBlank, isEmail } from '#client/lib/hooks/use-form.ts'
import { amountProblem, typedAmount } from '#client/lib/words/typed-amount.ts'
import { payments } from '#client/texts/en/payments.ts'
import type { PagePayment } from '#server/features/transactions/transactions.schema.ts'
import type { Currency } from '#server/shared/money/money.ts'
import type { PaymentMethod } from '#server/shared/money/payment-method.ts'

/** The values of the form that takes a payment. */
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

const requiredFields = ['amount', 'customerEmail', 'customerName'] as const
const cardFields = ['cardNumber', 'expiry', 'cvc'] as const
export type CardField = (typeof cardFields)[number]

/**
 * Stand-ins for card details typed into a processor's fields, whose text the page cannot read: `COMPLETE` or
 * `INCOMPLETE`.
 */
export const COMPLETE = 'complete'
export const INCOMPLETE = 'incomplete'

/** Returns the payment form's initial values, in the order of the fields on screen. */
export const emptyPayment = (
  currency: Currency,
  customer?: { name: string; email: string },
): PaymentValues => ({
  amount: '',
  currency,
  customerName: customer?.name ?? '',
  customerEmail: customer?.email ?? '',
  paymentMethod: 'card',
  cardNumber: '',
  expiry: '',
  cvc: '',
  description: '',
})

/** Returns the errors of invalid fields; empty when the form is valid. */
export function checkPayment(values: PaymentValues): FieldErrors<PaymentValues> {
  const texts = payments.errors
  const found: FieldErrors<PaymentValues> = {}
  const amount = isBlank(values.amount)
    ? texts.amountMissing
    : amountProblem(values.amount, values.currency)
  if (amount) found.amount = amount
  if (isBlank(values.customerName)) found.customerName = texts.nameMissing
  if (isBlank(values.customerEmail)) found.customerEmail = texts.emailMissing
  else if (!isEmail(values.customerEmail)) found.customerEmail = texts.emailInvalid
  if (values.paymentMethod === 'card') {
    for (const field of cardFields) {
      if (isBlank(values[field])) found[field] = texts[field]
      else if (values[field] === INCOMPLETE) found[field] = texts[`${field}Incomplete`]
    }
  }
  return found
}

/** Returns the toast for a form that fails validation. */
export function validationToast(values: PaymentValues) {
  if (requiredFields.some((field) => isBlank(values[field]))) return payments.toasts.missingFields
  const isCardMissing =
    values.paymentMethod === 'card' && cardFields.some((field) => isBlank(values[field]))
  return isCardMissing ? payments.toasts.missingCard : payments.toasts.invalidFields
}

/** Returns the payment to send. Leaves out the card fields on purpose: they never leave the browser. */
export function newTransactionOf(values: PaymentValues): PagePayment {
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
