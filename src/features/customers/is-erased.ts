import type { Customer } from '#server/features/customers/customers.schema.ts'

/** Whether the person behind a customer was forgotten: the address is then one that nobody can have. */
export const isErased = ({ email }: Pick<Customer, 'email'>): boolean =>
  email.endsWith('@erased.invalid')
