import { isConfirmationDeclined } from '#client/lib/confirmation.ts'
import { type FieldErrors, isBlank, isEmail } from '#client/lib/hooks/use-form.ts'
import { notify } from '#client/lib/notify.tsx'
import { readProblem } from '#client/lib/problem.ts'
import { customers } from '#client/texts/en/customers.ts'
import type { CustomerStatus } from '#server/features/customers/customer-enums.schema.ts'
import type {
  Customer,
  NewCustomer,
  UpdateCustomer,
} from '#server/features/customers/customers.schema.ts'
import type { Issue } from '#server/shared/reasons/errors.ts'

/** The values of the customer form. */
export type CustomerValues = { name: string; email: string; status: CustomerStatus }

export const emptyCustomer: CustomerValues = { name: '', email: '', status: 'active' }

/** Returns the errors of invalid fields; empty when the form is valid. */
export function checkCustomer({ name, email }: CustomerValues): FieldErrors<CustomerValues> {
  const texts = customers.errors
  return {
    ...(isBlank(name) && { name: texts.nameMissing }),
    ...(!isEmail(email) && { email: isBlank(email) ? texts.emailMissing : texts.emailInvalid }),
  }
}

/** Returns the toast for a form that fails validation. */
export const customerToast = ({ name, email }: CustomerValues) =>
  isBlank(name) || isBlank(email) ? customers.toasts.missingFields : customers.toasts.invalidFields

export const newCustomerOf = ({ name, email, status }: CustomerValues): NewCustomer => ({
  name: name.trim(),
  email: email.trim(),
  status,
})

/** Returns only the fields that differ from the customer; undefined when none differ. */
export function changesOf(
  { id, name, email, status }: Customer,
  values: CustomerValues,
): UpdateCustomer | undefined {
  const edited = newCustomerOf(values)
  const changes = {
    ...(edited.name !== name && { name: edited.name }),
    ...(edited.email !== email && { email: edited.email }),
    ...(edited.status !== status && { status: edited.status }),
  }
  return Object.keys(changes).length > 0 ? { id, ...changes } : undefined
}

/**
 * Notifies that a call failed, with the server's detail if it sent one. Returns the refused fields, or none
 * when the person declined to confirm their identity.
 */
export function notifyRefusal(error: unknown, fallback: string): Issue[] {
  if (isConfirmationDeclined(error)) return []
  const { code, reason, detail, issues } = readProblem(error)
  // Without a code, the error did not come from the server.
  const message = code === undefined ? fallback : detail || fallback
  notify.error({ title: customers.toasts.failed, message })
  return reason === 'email_taken' ? [{ path: 'email', message: detail }] : issues
}
