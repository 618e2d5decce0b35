import { z } from 'zod'
import { CustomerStatus } from '#server/features/customers/customer-enums.schema.ts'
import type { ListCustomers } from '#server/features/customers/customers.schema.ts'
import { Month } from '#server/shared/day.ts'
import { MAX_PAGED_ROWS } from '#server/shared/page.ts'

/** Divisible by two, three and four, so that pages fill every column layout. */
export const CUSTOMERS_PER_PAGE = 12

export const customerSorts = ['-createdAt', 'name', '-totalSpent'] as const
export const CustomerListSort = z.enum(customerSorts)
export type CustomerListSort = z.infer<typeof CustomerListSort>

export const customerSearchDefaults = { sort: '-createdAt', page: 1 } as const

/** The last page within the server's limit of `MAX_PAGED_ROWS` rows. */
export const lastReachablePage = Math.floor(MAX_PAGED_ROWS / CUSTOMERS_PER_PAGE)

// Accepts unquoted values: a URL typed by hand may contain 42 where the page writes "42".
const typed = z.union([z.string(), z.number(), z.boolean()]).transform(String)

/** The list's state in the URL. Invalid values are dropped silently. */
export const CustomerSearch = z.object({
  search: typed.pipe(z.string().trim().min(1).max(200)).optional().catch(undefined),
  status: CustomerStatus.optional().catch(undefined),
  paidIn: Month.optional().catch(undefined),
  paidAlsoIn: Month.optional().catch(undefined),
  sort: CustomerListSort.default(customerSearchDefaults.sort).catch(customerSearchDefaults.sort),
  page: z.int().min(1).max(lastReachablePage).default(1).catch(1),
})
export type CustomerSearch = z.infer<typeof CustomerSearch>

/** Returns the input of the list's query for its URL state. */
export const customerListInput = (search: CustomerSearch): Partial<ListCustomers> => ({
  ...search,
  limit: CUSTOMERS_PER_PAGE,
})

/** The input for a customer's latest payments, shared by the page's loader and its component. */
export const latestPayments = (customerId: string) => ({ customerId, limit: 10 })
