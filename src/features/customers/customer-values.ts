import type {
  Customer,
  CustomerStatus,
  NewCustomer,
  UpdateCustomer,
} from '#server/features/customers/customers.schema.ts'
import { customers } from '../../texts/customers.ts'

export type CustomerValues = { name: string; email: string; status: CustomerStatus }

export type CustomerErrors = Partial<Record<keyof CustomerValues, string>>

/** The order of the fields on the screen: the first bad one gets the focus. */
export const customerFields = ['name', 'email', 'status'] as const

export const emptyCustomer: CustomerValues = { name: '', email: '', status: 'active' }

const isBlank = (text: string) => text.trim() === ''

export function checkCustomer({ name, email }: CustomerValues): CustomerErrors {
  const texts = customers.errors
  const found: CustomerErrors = {}
  if (isBlank(name)) found.name = texts.nameMissing
  if (isBlank(email)) found.email = texts.emailMissing
  else if (!/^\S+@\S+\.\S+$/.test(email.trim())) found.email = texts.emailInvalid
  return found
}

/** The toast for a form that cannot be sent; undefined when it can. */
export function customerToast({ name, email }: CustomerValues, errors: CustomerErrors) {
  if (isBlank(name) || isBlank(email)) return customers.toasts.missingFields
  return Object.keys(errors).length > 0 ? customers.toasts.invalidFields : undefined
}

export const newCustomerOf = ({ name, email, status }: CustomerValues): NewCustomer => ({
  name: name.trim(),
  email: email.trim(),
  status,
})

/** Only what differs from the customer; undefined when nothing does. */
export function changesOf(
  { id, name, email, status }: Customer,
  values: CustomerValues,
): UpdateCustomer | undefined {
  const wanted = newCustomerOf(values)
  const changes = {
    ...(wanted.name !== name && { name: wanted.name }),
    ...(wanted.email !== email && { email: wanted.email }),
    ...(wanted.status !== status && { status: wanted.status }),
  }
  return Object.keys(changes).length > 0 ? { id, ...changes } : undefined
}
