import { z } from 'zod'
import { Month } from '#server/shared/day.ts'
import { LookupKey } from '#server/shared/id.ts'
import { Currency, Decimal } from '#server/shared/money/money.ts'
import { checkPaging, pageOf, paging } from '#server/shared/page.ts'
import { Email, Instant, line, withoutNull } from '#server/shared/text/text.ts'
import { CustomerStatus } from './customer-enums.schema.ts'

export const Customer = z.strictObject({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  status: CustomerStatus,
  totalSpent: Decimal.meta({ description: 'Successful payments in the reporting currency' }),
  currency: Currency,
  transactionCount: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Customer = z.infer<typeof Customer>

/** A customer's spending in one currency. */
export const CustomerTotal = z.strictObject({
  customerId: z.string(),
  currency: Currency,
  totalSpent: Decimal,
})
export type CustomerTotal = z.infer<typeof CustomerTotal>

export const CustomerTotals = z.array(CustomerTotal)

/** Ids of the customers on one page of the list. */
export const CustomerTotalsQuery = z.strictObject({ ids: z.array(LookupKey).min(1).max(50) })

/** The time of each customer's latest payment, of any status; omits customers without payments. */
export const LastPayments = z.array(
  z.strictObject({ customerId: z.string(), lastPaymentAt: Instant }),
)
export type LastPayments = z.infer<typeof LastPayments>

export const CustomerDetail = Customer.extend({
  totals: z.array(
    z.strictObject({ currency: Currency, totalSpent: Decimal, transactionCount: z.int() }),
  ),
  firstPaymentAt: Instant.nullable(),
  lastPaymentAt: Instant.nullable(),
})
export type CustomerDetail = z.infer<typeof CustomerDetail>

export const NewCustomer = z.strictObject({
  name: line(200),
  email: Email,
  status: CustomerStatus.default('active'),
})
export type NewCustomer = z.infer<typeof NewCustomer>

export const CustomerRef = z.strictObject({ id: LookupKey })

export const UpdateCustomer = z.strictObject({
  id: LookupKey,
  name: line(200).optional(),
  email: Email.optional(),
  status: CustomerStatus.optional(),
})
export type UpdateCustomer = z.infer<typeof UpdateCustomer>

export const CustomerSort = z.enum([
  '-createdAt',
  'createdAt',
  'name',
  '-name',
  '-totalSpent',
  'totalSpent',
])
export type CustomerSort = z.infer<typeof CustomerSort>

export const ListCustomers = z
  .strictObject({
    search: withoutNull(z.string().trim().max(200))
      .optional()
      .meta({ description: 'Id, name or e-mail' }),
    status: CustomerStatus.optional(),
    paidIn: Month.optional().meta({
      description: "Month in which they made a successful payment, in the merchant's zone",
    }),
    paidAlsoIn: Month.optional().meta({ description: 'Second such month: they paid in both' }),
    sort: CustomerSort.default('-createdAt'),
    ...paging,
  })
  .superRefine(checkPaging)
  .prefault({})
export type ListCustomers = z.infer<typeof ListCustomers>

export const CustomerPage = pageOf(Customer)
export type CustomerPage = z.infer<typeof CustomerPage>
