import type { CustomerRow } from '#db/tables.ts'
import { type Currency, decimalFromMinor } from '#server/shared/money/money.ts'
import type { NamedPerson } from '#server/shared/text/erase-from.ts'
import type { Customer } from './customers.schema.ts'

/** E-mail addresses that differ only in case belong to one customer. */
export const emailKeyOf = (email: string): string => email.toLowerCase()

export const customerOf = (
  row: CustomerRow & { totalSpent: number; transactionCount: number },
  currency: Currency,
): Customer => ({
  id: row.id,
  name: row.name,
  email: row.email,
  status: row.status,
  totalSpent: decimalFromMinor(row.totalSpent),
  currency,
  transactionCount: row.transactionCount,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

/** Returns the placeholder for an erased customer. Its e-mail address cannot receive anything. */
export const erasedPerson = (id: string): NamedPerson => ({
  name: 'Erased customer',
  email: `${id.toLowerCase()}@erased.invalid`,
})

/** Maps a person's name and e-mail address to the columns of a payment. */
export const nameColumnsOf = ({ name, email }: { name: string; email: string }) => ({
  customerName: name,
  customerEmail: email,
})
